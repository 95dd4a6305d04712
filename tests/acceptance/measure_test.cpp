// Measures as text, and what is wrong with them.
#include "luztar/study/sweep/measure.h"

#include <string>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

using namespace luztar;

namespace {

/// What is wrong with a measure of the belt.
std::string said(const std::string& text) {
  static const System belt = compile(load_model(LUZTAR_SOURCE_DIR "/examples/belt.toml"));
  try {
    check_measures(belt, {parse_measure(text, {"--measure", 1, 1})});
  } catch (const ModelError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("what a measure asks that there is not") {
  CHECK(said("max(q.block)") == "none");
  CHECK(said("maxi(q.block)") == "--measure:1:1: no measure 'maxi'; did you mean 'max'?");
  CHECK(said("q.block") ==
        "--measure:1:1: 'q.block' is no measure; write one such as "
        "stick_time(ELEMENT), max(q.BODY), last(x)");
  CHECK(said("max(q.blok)") == "--measure:1:5: no body 'blok'; did you mean 'block'?");
  CHECK(said("max(block)") ==
        "--measure:1:5: 'block' is a body; write q.block, v.block or a.block");
  CHECK(said("max(contact)") ==
        "--measure:1:5: 'contact' is an element; write f.contact, d.contact or rate.contact");
  CHECK(said("max(w.block)").find("there is q, v, a of bodies") != std::string::npos);
  CHECK(said("max(q.block, v.block)") ==
        "--measure:1:1: 'max(q.block, v.block)' has 2 arguments; write max(x)");
  CHECK(said("max(max(q.block, v.block))") == "none");
  CHECK(said("stick_time(spring)").find("'spring' does not stick; see docs/sweeps.md") !=
        std::string::npos);
  CHECK(said("stick_time()").find("write stick_time(ELEMENT)") != std::string::npos);
  CHECK(said("contact_time(contact)") ==
        "--measure:1:1: 'contact' has no gap; write stick_time(contact)");
  CHECK(said("period(spring)").find("'spring' has no events") != std::string::npos);
  CHECK(said("at_event(q.block, contact, 0)").find("write 1, 2, 3") != std::string::npos);
  CHECK(said("amplitude(q.block, fq)").find("no parameter 'fq'") != std::string::npos);
  CHECK(said("max(x.i)").find("no state 'i'") != std::string::npos);
  CHECK(said("max(q.block").find("is no measure") != std::string::npos);
  CHECK(said("amplitude(q.block, )") ==
        "--measure:1:19: the expression is empty; write a number or an expression");
  CHECK(said("max(q.block+)").find("--measure:1:") != std::string::npos);
}

TEST_CASE("what arithmetic of measures asks that there is not") {
  CHECK(said("max(q.block) - min(q.block)") == "none");
  CHECK(said(" 2*k*sqrt(max(abs(max(q.block + v.block)), 0.1)) / (1 + events())") == "none");
  CHECK(said("max(max(q.block), -min(q.block), 1)") == "none");
  CHECK(
      said("max(q.block) + q.belt") ==
      "--measure:1:16: 'q.belt' changes during a run; write last(q.belt), mean(q.belt) ... of it");
  CHECK(said("max(q.block)*t").find("--measure:1:14: 't' changes during") != std::string::npos);
  CHECK(said("max(q.blok)/max(q.block)") == "--measure:1:5: no body 'blok'; did you mean 'block'?");
  CHECK(said("1/max(q.blok)").find("--measure:1:7: no body 'blok'") != std::string::npos);
  CHECK(said("max(q.block)/kk").find("--measure:1:14: no parameter 'kk'") != std::string::npos);
  CHECK(said("rms(q.block) + strobe(q.block, 1, 3)")
            .find("--measure:1:16: 'strobe(q.block, 1, 3)' "
                  "has several columns") == 0);
  CHECK(said("max(q.block) + ").find("--measure:1:") == 0);
  CHECK(said("maxi(q.block) + max(q.block)").find("--measure:1:1: ") == 0);
  CHECK(said("2*stick_time(spring)").find("--measure:1:3: 'spring' does not stick") == 0);
  CHECK(said("m.p0 + max(q.block)").find("there is no channel 'm.p...'") != std::string::npos);
  CHECK(said("max(q.block) max(q.block)").find("--measure:1:14: ") == 0);
  CHECK(said("(max(q.block)").find("--measure:1:") == 0);
}
