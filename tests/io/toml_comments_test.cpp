// Comments of a model file that is written anew.
#include "luztar/io/toml_comments.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/io/write_model.h"

using namespace luztar;

TEST_CASE("comments stay with what stays, and go with what goes") {
  const std::string original = R"toml(# The whole file
# in two lines

title = "x # no comment"  # behind the title

# group of bodies

[bodies.a]  # the first
# above its mass
mass = 1  # kilograms
# position = 3

[bodies.gone]
# about nothing any more
mass = 2
velocity = 1  # gone too

# about the law
[frictions.f]
between = ["a", "ground"]
kinetic = [  # inside
  1,
]  # after
viscous = "c"  # becomes damping
[simulation]
duration = 1
# at the end
)toml";
  const std::string written =
      "title = \"y\"\n\n[bodies.a]\nmass = 3\n\n[dampers.f]\nbetween = [\"a\", \"ground\"]\n"
      "viscous = 2\n\n[simulation]\nduration = 1\n";
  CHECK(with_comments(written, original, "m.toml") == R"toml(# The whole file
# in two lines

title = "y"  # behind the title

# group of bodies
[bodies.a]  # the first
# above its mass
mass = 3  # kilograms
# position = 3

# about the law
[dampers.f]
between = ["a", "ground"]
viscous = 2  # becomes damping

[simulation]
duration = 1
# at the end
)toml");
}

TEST_CASE("inline tables, dotted keys and quotes of every kind keep their comments") {
  const std::string original =
      "# head\n[parameters]\nm = { value = 1, unit = \"kg\" }  # light\n[parameters.k]  # stiff\n"
      "value = 2  # of it\nabout = \"\"\"# no\n # no \\\" no\"\"\"\n[bodies]\nb = { mass = 'm#' }  "
      "# b\n"
      "[simulation]\nduration = 1";
  const std::string written =
      "[parameters]\nm = { value = 1 }\nk = { value = 2 }\n\n[bodies.b]\nmass = 1\n\n"
      "[simulation]\nduration = 1\n";
  CHECK(with_comments(written, original, "m.toml") ==
        "# head\n[parameters]\nm = { value = 1 }  # light\n# of it\nk = { value = 2 }  # stiff\n\n"
        "[bodies.b]  # b\nmass = 1\n\n[simulation]\nduration = 1\n");
}

TEST_CASE("every example written anew with its comments is the same model") {
  int comments = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LUZTAR_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".toml") continue;
    const std::string path = entry.path().string();
    CAPTURE(path);
    const Model model = load_model(path);
    if (!model.repeats.empty()) continue;
    const std::string plain = write_model(model);
    const std::string text = with_comments_of_file(plain, path);
    CHECK(write_model(parse_model(text, path)) == plain);
    std::ifstream file(path);
    const std::string original{std::istreambuf_iterator<char>(file), {}};
    CHECK(text.substr(0, text.find('\n')) == original.substr(0, original.find('\n')));
    comments += text.size() > plain.size() ? 1 : 0;
  }
  CHECK(comments > 10);
}
