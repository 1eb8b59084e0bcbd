/* SPDX-License-Identifier: Apache-2.0 */
/* Decides whether an execution has a candidate error that was found with unknown values. */
#ifndef ENGINE_EXPLICIT_REFINE_H
#define ENGINE_EXPLICIT_REFINE_H

#include "engine/explicit/threading.h"

enum refinement {
  REFINE_CONFIRMED, /* the result has the schedule and the violation, executed with concrete inputs
                     */
  REFINE_AGAIN,     /* the error is spurious: search again with more symbols kept */
  REFINE_UNDECIDED, /* neither; see result.reason */
};

/* `reach` has ended at an error, or at a step with unclear values. */
enum refinement refine_candidate(struct threading *threading, const struct reach *reach,
                                 struct result *result);

#endif
