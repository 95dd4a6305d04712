#include <stdio.h>

#include "luztar/exchange/luztar_c.h"

static const char* const kModel =
    "parameters.F = { value = 0, unit = \"N\" }\n"
    "bodies.table = { mass = 20 }\n"
    "frictions.guide = { between = [\"table\", \"ground\"], static = 12, kinetic = 8 }\n"
    "forces.motor = { on = \"table\", value = \"F\" }\n"
    "simulation.duration = 1\n";

int main(void) {
  const luztar_input force = {"F", LUZTAR_HELD, 0};
  luztar_stepper* plant = NULL;
  char words[500];
  double q = 0.0, v = 0.0, sum = 0.0;
  size_t place = 0, speed = 0, n;
  luztar_event event = {0.0, "", "", 0, 0, 0.0};
  if (luztar_parse(kModel, "axis", &force, 1, NULL, 0, &plant, words, sizeof words) != LUZTAR_OK) {
    fprintf(stderr, "%s\n", words);
    return 1;
  }
  luztar_find_output(plant, "q.table", &place);
  luztar_find_output(plant, "v.table", &speed);
  for (n = 0; n < 1000; ++n) {
    sum += 1e-3 * (0.01 - q);
    luztar_set(plant, 0, 8000 * (0.01 - q) + 30000 * sum - 200 * v);
    if (luztar_step(plant, 1e-3) < LUZTAR_OK) break;
    luztar_get(plant, place, &q);
    luztar_get(plant, speed, &v);
    if (luztar_n_events(plant) > 0) luztar_get_event(plant, luztar_n_events(plant) - 1, &event);
  }
  printf("%.3f s: %s %s, the table is at %.1f mm\n", event.time, event.name, event.cause, 1e3 * q);
  luztar_free(plant);
  return 0;
}
