#include "acceptance/everything_parts.h"

#include <cstdio>
#include <utility>

namespace acceptance {

std::string Draw::text(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.6g", x);
  return buffer;
}

std::string Draw::exactly(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

Surroundings::Surroundings(Draw& draw, std::vector<std::string> bodies)
    : draw_(draw), bodies_(std::move(bodies)) {
  make_tables();
  states_ = draw_.below(3);
  controllers_ = draw_.below(3);
  has_signal_ = draw_.chance(0.3);
  if (!has_signal_) return;
  const std::string w = draw_.number(1, 8), when = draw_.number(0.1, 1.5);
  texts_ += "[signals.sg]\nvalue = \"" +
            draw_.one_of({"sin(" + w + "*t)*step(t - " + when + ")",
                          "if(t < " + when + ", t, cos(" + w + "*t))", "saw(" + w + "*t)"}) +
            "\"\n";
}

void Surroundings::make_tables() {
  const int n = draw_.below(3);
  for (int i = 0; i < n; ++i) {
    Table table{.name = "tab" + std::to_string(i)};
    const int kind = draw_.below(3);
    table.jumps = kind == 2;
    table.two = draw_.chance(0.4);
    table.within = draw_.chance(0.4);
    std::string x = "[-1.3", y = "[" + draw_.number(-1, 1), z = "[";
    for (double at = -0.8; at < 1.1; at += draw_.uniform(0.3, 0.8)) {
      x += ", " + Draw::text(at);
      y += ", " + draw_.number(-1, 1);
    }
    x += ", 1.2]";
    y += ", " + draw_.number(-1, 1) + "]";
    for (std::size_t k = 0, rows = 2; k < x.size(); ++k)
      if (x[k] == ',' || k == 0) {
        z += (k == 0 ? "[" : ", [") + draw_.number(-1, 1);
        for (std::size_t column = 0; column < rows; ++column) z += ", " + draw_.number(-1, 1);
        z += "]";
      }
    texts_ += "[tables." + table.name + "]\nx = " + x +
              "\ny = " + (table.two ? "[-1.1, 0.2, 1.4]\nz = " + z + "]" : y) +
              "\ninterpolation = \"" +
              (kind == 0   ? "cubic"
               : kind == 1 ? "linear"
                           : "hold") +
              "\"\n" +
              (table.within                     ? ""
               : kind == 1 && draw_.chance(0.4) ? "beyond = \"extend\"\n"
                                                : "beyond = \"constant\"\n");
    tables_.push_back(table);
  }
}

std::string Surroundings::call(const Table& table, const std::string& argument) {
  const std::string inside =
      table.within ? draw_.one_of({"tanh(" + argument + ")", "sat(" + argument + ", 1.1)"})
                   : "tanh(0.7*(" + argument + "))*1.6";
  const std::string first = draw_.chance(0.5) ? inside : "sin(" + argument + ")";
  if (!table.two) return table.name + "(" + first + ")";
  return table.name + "(" + first + ", cos(" + draw_.number(0.5, 3) + "*t))";
}

std::string Surroundings::lookup(const std::string& argument) {
  for (const Table& table : tables_)
    if (!table.jumps && draw_.chance(0.7)) return call(table, argument);
  return "";
}

std::string Surroundings::cam_table() {
  return "[tables.cam]\nx = [-2, -1.1, -0.4, 0.3, 0.9, 2]\ny = [0.2, -0.3, 0.1, 0.3, -0.2, 0]\n";
}

std::string Surroundings::law_input() {
  if (states_ > 0 && draw_.chance(0.5))
    return "tanh(x.st" + std::to_string(draw_.below(states_)) + ")";
  return "sin(" + draw_.number(1, 6) + "*t)";
}

std::string Surroundings::input() {
  const int kind = draw_.below(7);
  if (kind == 0) return "tanh(q." + body() + ")";
  if (kind == 1) return "sat(v." + body() + ", " + draw_.number(0.3, 1) + ")";
  if (kind == 2 && !forces_.empty()) return "tanh(0.1*f." + draw_.one_of(forces_) + ")";
  if (kind == 3 && !forces_.empty()) return "sat(0.2*f." + draw_.one_of(forces_) + ", 1)";
  if (kind == 4) {
    const std::string found = lookup(draw_.one_of({"q." + body(), "v." + body(), "2*t"}));
    if (!found.empty()) return found;
  }
  if (kind == 5) return "abs(sin(q." + body() + " + " + draw_.number(1, 6) + "*t))";
  return law_input();
}

std::string Surroundings::jumping_input() {
  const int kind = draw_.below(4);
  if (kind == 0 && has_signal_) return "sg";
  if (kind == 1)
    for (const Table& table : tables_)
      if (table.jumps && !table.two) return call(table, draw_.number(1, 4) + "*t");
  if (controllers_ > 0) return "x.c" + std::to_string(draw_.below(controllers_)) + ".u";
  return "square(" + draw_.number(1, 7) + "*t)";
}

std::string Surroundings::state(int i) {
  const std::string own = "x.st" + std::to_string(i), other = "x.st" + std::to_string(1 - i);
  const std::string a = draw_.number(0.5, 6), in = input();
  const std::string drive = draw_.chance(0.3) ? jumping_input() : in;
  const std::string rates[] = {
      a + "*(" + drive + " - " + own + ")",
      a + "*(" + drive + " - " + own + ") - 0.3*" + own + "*abs(" + own + ")",
      drive + " - " + own + "^3 - " + a + "*" + own,
      a + "*(" + drive + " - " + own + ")" +
          (states_ > 1 ? " + 0.5*sin(" + other + ")" : " + 0.1*cos(t)"),
      "0.4*" + in + " - sign(" + own + ")*sqrt(abs(" + own + "))"};
  const int kind = draw_.chance(0.1) ? 4 : draw_.below(4);
  return "[states.st" + std::to_string(i) + "]\nrate = \"" + rates[kind] +
         "\"\nstart = " + draw_.number(-0.5, 0.5) + "\n";
}

std::string Surroundings::update(int kind, const std::string& name) {
  const std::string aim = draw_.number(-0.3, 0.3), gain = draw_.number(1, 20);
  const std::string limit = draw_.number(0.5, 4), step = draw_.number(1e-3, 5e-2);
  const std::string read =
      forces_.empty() || draw_.chance(0.5) ? "" : " + 0.1*f." + draw_.one_of(forces_);
  if (kind == 0)
    return "\"e = " + aim + " - q." + name + "\", \"sum = sat(sum + 0.1*e, 2)\", \"u = sat(" +
           gain + "*e + 5*sum - 0.5*v." + name + read + ", " + limit + ")\"";
  if (kind == 1)
    return "\"e = q." + name + " + 0.1*v." + name + "\", \"u = if(e > " + aim + ", -" + limit +
           ", " + limit + ")\"";
  if (kind == 2)
    return "\"e = " + step + "*round(q." + name + "/" + step +
           ")\", \"sum = e - sum\", \"u = sat(-" + gain + "*e - 3*sum" + read + ", " + limit +
           ")\"";
  std::string held = "e";
  for (const Table& table : tables_) held = call(table, "3*e");
  return "\"e = q." + name + "\", \"u = " + limit + "*" + held + "\", \"u = sat(u" + read + ", " +
         limit + ")\"";
}

std::string Surroundings::controller(int i) {
  const double period = draw_.uniform(0.03, 0.3);
  std::string all = "[controllers.c" + std::to_string(i) + "]\nperiod = " + Draw::text(period);
  if (draw_.chance(0.5)) all += "\ndelay = " + Draw::text(draw_.uniform(0.1, 0.9) * period);
  if (draw_.chance(0.5)) all += "\nfirst = " + draw_.number(0.01, 0.4);
  all += "\nmemory = { e = 0, sum = 0, u = " + draw_.number(-0.5, 0.5) + " }\nupdate = [";
  return all + update(draw_.below(4), body()) + "]\n";
}

std::string Surroundings::text() {
  std::string all = texts_;
  for (int i = 0; i < states_; ++i) all += state(i);
  for (int i = 0; i < controllers_; ++i) all += controller(i);
  return all;
}

}  // namespace acceptance
