#include "luztar/io/mistakes/section_names.h"

#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "luztar/core/habits.h"

using luztar::test::mistakes_in;

TEST_CASE("a table of another name is told once, and read") {
  CHECK(mistakes_in("[body.a]\nmass = 1\n[spring.s]\nbetween = ['a', 'ground']\nstiffness = 1\n"
                    "[simulation]\nduration = 1\n") ==
        "m.toml:1:2: no table [body]; did you mean [bodies.NAME]?\n"
        "m.toml:3:2: no table [spring]; did you mean [springs.NAME]?");
  CHECK(mistakes_in("[bodies.a]\nmass = 1\n[masses.b]\nmass = 'x'\n[sim]\nduration = 1\n") ==
        "m.toml:3:2: no table [masses]; did you mean [bodies.NAME]?\n"
        "m.toml:4:9: no parameter 'x'; define it under [parameters]\n"
        "m.toml:5:2: no table [sim]; did you mean [simulation]?");
}

TEST_CASE("a list of tables is told once, and read by its names") {
  CHECK(mistakes_in("[[bodies]]\nname = 'a'\nmass = 1\n[[bodies]]\nname = 'b'\nmass = -1\n"
                    "[simulation]\nduration = 1\n") ==
        "m.toml:1:3: `bodies` is a list; write tables [bodies.a]\n"
        "m.toml:6:8: the mass of 'b' is negative (-1); it must be 0 or more");
  CHECK(mistakes_in("bodies = 3\n[simulation]\nduration = 1\n")
            .find("`bodies` is a number; write tables [bodies.NAME]") != std::string::npos);
}

TEST_CASE("what habits lead to is a key of its table") {
  for (const luztar::Habit& habit : luztar::habits()) {
    if (habit.instead.find(' ') != std::string_view::npos) continue;
    const std::string key(habit.instead);
    std::istringstream places{std::string(habit.places)};
    for (std::string place; places >> place;) {
      CAPTURE(place);
      CAPTURE(key);
      std::string text;
      if (place == "document") {
        text = "[" + key + "]\n";
      } else if (place == "simulation" || place == "output" || place == "sweep" || place == "fit") {
        text = "[" + place + "]\n" + key + " = []\n";
      } else if (place == "parameter") {
        text = "[parameters.p]\n" + key + " = []\n";
      } else if (place.back() == 's' && luztar::habit_of("name", place) != "") {
        text = "[" + place + ".x]\n" + key + " = []\n";
      }
      const std::string told = text.empty() ? "" : mistakes_in(text);
      CHECK(told.find("no key '" + key) == std::string::npos);
      CHECK(told.find("no table [" + key) == std::string::npos);
    }
  }
}
