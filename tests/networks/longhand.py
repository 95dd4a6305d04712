"""Templates written out, from docs/model.md ("Repeated parts") alone."""
import itertools
import math
import re

import random_numbers
from toml_text import KINDS

NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
MOTION = re.compile(r"\b([qv])\.([A-Za-z]\w*)(\[)?")
FUNCTIONS = {
    "If": lambda condition, x, y: x if condition else y, "min": min, "max": max, "abs": abs, "sin": math.sin,
    "cos": math.cos, "exp": math.exp, "sqrt": math.sqrt, "sign": lambda x: (x > 0) - (x < 0), "pi": math.pi,
    "step": lambda x: float(x >= 0),
}


def number(text, names):
    """Value of an expression of parameters and indices."""
    if not isinstance(text, str):
        return text
    code = re.sub(r"\bif\(", "If(", text).replace("^", "**")
    return eval(code, {"__builtins__": {}}, {**FUNCTIONS, **names})  # texts are our own


def whole(text, names):
    value = number(text, names)
    assert abs(value - round(value)) < 1e-6, (text, value)
    return round(value)


def closing(text, opening):
    """Where the bracket at `opening` ends."""
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] in "[(") - (text[at] in "])")
        if depth == 0:
            return at
    raise ValueError(text)


def split_indices(text):
    """'i, if(i < 2, 1, 2)' at its outer commas."""
    parts, depth, last = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 0:
            parts.append(text[last:at])
            last = at + 1
    return parts + [text[last:]]


def is_expression(key):
    return key not in ("law", "file", "interpolation")


class LongHand:
    def __init__(self, model):
        self.model = model
        self.values = {}
        for name, value in model.get("parameters", {}).items():
            if not isinstance(value, dict):  # those with units are not for counts and conditions
                self.values[name] = number(value, self.values)
        self.made = {kind: dict(model.get(kind, {})) for kind in KINDS}
        self.repeated = {}  # body template -> its repeat
        for name, repeat in model.get("repeat", {}).items():
            for body in repeat.get("bodies", {}):
                self.repeated[body] = name

    def written(self):
        """The same model without [repeat]."""
        for kind in KINDS:
            for name, item in self.made[kind].items():
                self.made[kind][name] = self.part(item, {}, "", {})
        for name, repeat in self.model.get("repeat", {}).items():
            for indices, scope in self.instances(name, repeat):
                self.add(repeat, indices, scope)
        result = {key: value for key, value in self.model.items() if key != "repeat"}
        result.update(self.made)
        return result

    def instances(self, name, repeat):
        counts = repeat["count"] if isinstance(repeat["count"], list) else [repeat["count"]]
        sizes = [whole(count, self.values) for count in counts]
        names = repeat.get("index", ["i", "j", "k"][:len(sizes)])
        names = [names] if isinstance(names, str) else names
        for indices in itertools.product(*[range(1, size + 1) for size in sizes]):
            scope = dict(zip(names, map(str, indices)))
            if len(sizes) == 1:
                scope["count"] = str(sizes[0])
            yield indices, self.with_locals(name, repeat.get("parameters", {}), indices, scope)

    def with_locals(self, repeat, parameters, indices, scope):
        texts = {}
        for name, value in parameters.items():
            if isinstance(value, dict):
                value = self.random(f"{repeat}.{name}", value, indices)
            texts[name] = value if isinstance(value, str) else repr(value)
        done = dict(scope)
        while texts:  # in an order in which none needs a later one
            for name, text in list(texts.items()):
                if not any(used in texts for used in NAME.findall(text)):
                    done[name] = "(" + self.put(text, done) + ")"
                    del texts[name]
        return done

    def random(self, name, law, indices):
        u = random_numbers.uniform(whole(law["seed"], self.values), name, indices)
        kind = next(key for key in ("uniform", "normal", "lognormal") if key in law)
        first, second = law[kind]
        if kind == "uniform":
            return f"({first}) + (({second}) - ({first}))*{u!r}"
        z = f"({second})*({random_numbers.normal(u)!r})"
        return f"({first}) + {z}" if kind == "normal" else f"({first})*exp({z})"

    @staticmethod
    def put(text, scope):
        return NAME.sub(lambda found: scope.get(found[0], found[0]), text)

    def add(self, repeat, indices, scope):
        suffix = "".join(f"_{index}" for index in indices)
        own = {body: body + suffix for body in repeat.get("bodies", {})}
        for kind in KINDS:
            for name, item in repeat.get(kind, {}).items():
                conditions = item.get("where", [])
                conditions = [conditions] if isinstance(conditions, str) else conditions
                numbers = {**self.values, **{k: number(v, self.values) for k, v in scope.items()}}
                if all(number(condition, numbers) for condition in conditions):
                    rest = {key: value for key, value in item.items() if key != "where"}
                    self.made[kind][name + suffix] = self.part(rest, scope, suffix, own)

    def part(self, item, scope, suffix, own):
        made = {}
        for key, value in item.items():
            if key == "between":
                made[key] = [self.body(name, scope, own) for name in value]
            elif key == "across":
                made[key] = {self.body(name, scope, own): self.value(arm, scope, own) for name, arm in value.items()}
            elif key == "on":
                made[key] = self.body(value, scope, own)
            else:
                made[key] = self.value(value, scope, own) if is_expression(key) else value
        return made

    def value(self, value, scope, own):
        if isinstance(value, list):
            return [self.value(item, scope, own) for item in value]
        if isinstance(value, dict):
            return {key: self.value(item, scope, own) for key, item in value.items()}
        if not isinstance(value, str) or value == "inf":
            return value
        text, at = "", 0
        while found := MOTION.search(value, at):
            text += self.put(value[at:found.start()], scope)
            at = found.end()
            name = found[2]
            if found[3]:
                at = closing(value, found.end() - 1) + 1
                name = value[found.start(2):at]
            text += f"{found[1]}." + self.body(name, scope, own)
        return text + self.put(value[at:], scope)

    def body(self, name, scope, own):
        """The name of the one body that is meant."""
        if "[" not in name:
            return own.get(name, name)
        template, text = name[:-1].split("[", 1)
        numbers = {**self.values, **{k: number(v, self.values) for k, v in scope.items()}}
        indices = [whole(index, numbers) for index in split_indices(text)]
        return template + "".join(f"_{index}" for index in indices)
