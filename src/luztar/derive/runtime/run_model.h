/* In place of what a generated run declares of its model: for the files of the run by themselves.
 */
#ifndef LUZTAR_RUNTIME_RUN_MODEL_H
#define LUZTAR_RUNTIME_RUN_MODEL_H

#define JOINED 1
#define RUN 1
#define IMPACTS 1
#define SHOWN 1

#include "forces.c"

enum { PIECES = 2, PIECES_ROOM = 2, GAPS = 1, GAPS_ROOM = 1, JUMPS = 1 };
enum { GUARDS = 2 * PIECES + 2 * JOINTS, GUARDS_ROOM = GUARDS, N = 2 * BODIES, ELEMENTS = 1 };
enum { NAME_BODIES = BODIES, NAME_JOINTS = JOINTS, NAME_PIECES = PIECES, NAME_INTERNALS = 1 };
enum { NAME_STATES = 1, NAME_HELD = 1, NAME_CONTROLLERS = 1, NAME_VALUES = N };
enum { NAME_GUARDS = GUARDS, NAME_EVENTS = 64, NAME_ELEMENTS = ELEMENTS, GIVEN_INPUTS = 1 };

struct parameters {
  double none;
};

#include "run_struct.h"

extern const int has_mass[BODIES], has_motion[BODIES];
extern const int piece_kind[PIECES], piece_edge[PIECES];
extern const int gap_element[GAPS], gap_piece[GAPS][4], jump_element[JUMPS], jump_piece[JUMPS];
extern const int joint_kind[JOINTS], joint_element[JOINTS], at_massless[JOINTS];
extern const int element_words[ELEMENTS], given_place[GIVEN_INPUTS];
extern const char* const element_name[ELEMENTS];

extern void look(struct run* r, double t, const double y[], double kink[], struct instant* now);
extern void default_parameters(struct parameters* p);
extern void dependent_parameters(struct parameters* p);
extern int is_sound(const struct parameters* p);
extern void first_state(struct run* r, const struct parameters* p);
extern double duration_of_run(const struct parameters* p);

#endif
