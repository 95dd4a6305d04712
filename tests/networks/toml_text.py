"""A model as nested dicts, in the order of the file, written as TOML."""
import re

BARE = re.compile(r"[A-Za-z0-9_-]+")


def key_text(key):
    return key if BARE.fullmatch(key) else f'"{key}"'


def value_text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key_text(k)} = {value_text(v)}" for k, v in value.items()) + " }"
    return repr(value)


def table_text(path, table):
    lines = [f"[{path}]"] + [f"{key_text(k)} = {value_text(v)}" for k, v in table.items()]
    return "\n".join(lines) + "\n"


KINDS = ("bodies", "springs", "dampers", "frictions", "links", "stops", "forces")


def parts_text(prefix, parts):
    return "".join(table_text(f"{prefix}{kind}.{name}", item)
                   for kind in KINDS for name, item in parts.get(kind, {}).items())


def model_text(model):
    """Plain tables, bodies and elements, then the templates."""
    text = f'title = "{model["title"]}"\n'
    for section in ("parameters", "simulation", "output"):
        if model.get(section):
            text += table_text(section, model[section])
    for name, signal in model.get("signals", {}).items():
        text += table_text(f"signals.{name}", signal)
    text += parts_text("", model)
    for name, repeat in model.get("repeat", {}).items():
        text += table_text(f"repeat.{name}", {k: repeat[k] for k in ("count", "index") if k in repeat})
        if repeat.get("parameters"):
            text += table_text(f"repeat.{name}.parameters", repeat["parameters"])
        text += parts_text(f"repeat.{name}.", repeat)
    return text
