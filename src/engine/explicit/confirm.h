/* A candidate that the search over unknown values came to: does the program really get there? */
#ifndef ENGINE_EXPLICIT_CONFIRM_H
#define ENGINE_EXPLICIT_CONFIRM_H

#include "engine/explicit/threading.h"

enum confirmation {
  CONFIRM_REAL,      /* the result has the schedule and the violation, executed with real inputs */
  CONFIRM_REFINED,   /* it does not; more symbols are kept from now on, so search again */
  CONFIRM_UNDECIDED, /* neither; the reason is in result.reason */
};

/* What the search stopped at: an error, or a step whose values were unclear. */
enum confirmation confirm_candidate(struct threading *threading, const struct reach *reach,
                                    struct result *result);

#endif
