#include "luztar/core/habits.h"

#include <map>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

using luztar::habit_advice;
using luztar::habit_of;

TEST_CASE("a word of another program leads to the key, whatever its case and joints") {
  for (const char* word : {"stop_time", "StopTime", "stopTime", "stoptime", "STOP-TIME"})
    CHECK(habit_of(word, "simulation") == "duration");
  CHECK(habit_of("stop_time", "springs") == "");
  CHECK(habit_of("", "simulation") == "");
  CHECK(habit_of("stop", "simulation") == "");
  CHECK(habit_of("k", "springs") == "stiffness");
  CHECK(habit_of("--Stop-Time", "options") == "--duration");
  CHECK(habit_of("-j", "options") == "--threads");
}

TEST_CASE("advice is a question for one word, and itself for more") {
  CHECK(habit_advice("tol", "simulation") == "did you mean 'tolerance'?");
  CHECK(habit_advice("dt", "simulation").starts_with("there are no fixed steps"));
  CHECK(habit_advice("tolerance", "simulation") == "");
}

TEST_CASE("no word has two meanings in one place") {
  std::map<std::string, int> seen;
  for (const luztar::Habit& habit : luztar::habits()) {
    std::istringstream places{std::string(habit.places)};
    for (std::string place; places >> place;) {
      std::istringstream words{std::string(habit.words)};
      for (std::string word; words >> word;) {
        CAPTURE(place);
        CAPTURE(word);
        CHECK(seen[place + " " + word]++ == 0);
        CHECK(habit_of(word, place) == habit.instead);
      }
    }
  }
}
