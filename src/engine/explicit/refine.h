/* SPDX-License-Identifier: Apache-2.0 */
/* Decides whether the program can really reach a candidate error that a search over unknown values
 * found. */
#ifndef ENGINE_EXPLICIT_REFINE_H
#define ENGINE_EXPLICIT_REFINE_H

#include "engine/explicit/threading.h"

enum refinement {
  REFINE_CONFIRMED, /* the result has the schedule and the violation, executed with real inputs */
  REFINE_AGAIN,     /* it does not; more symbols are kept from now on, so search again */
  REFINE_UNDECIDED, /* neither; the reason is in result.reason */
};

/* What the search stopped at: an error, or a step whose values were unclear. */
enum refinement refine_candidate(struct threading *threading, const struct reach *reach,
                                 struct result *result);

#endif
