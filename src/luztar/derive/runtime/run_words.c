#if !GENERATED
/* What kinds there are in the tables of a run. */
#include "run_model.h"
#endif
/* ---- What tables say --------------------------------------------------------------------------- */

/* Of joints: frictions, freewheels, links, stops, dampings at massless bodies. */
enum { RUBS, ONE_WAY, TIES, HAS_EDGES, DAMPS };
/* Of pieces of functions: the sign of the argument; the whole number below it; 1 or -1, which turns
   where the argument, which depends on it, falls below 0; the run ends where it does. */
enum { SIDE, WHOLE, RELAY, WATCH };

