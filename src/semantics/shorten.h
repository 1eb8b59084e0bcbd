/* Makes a counterexample easier to read: fewer changes of the thread, fewer steps. */
#ifndef SEMANTICS_SHORTEN_H
#define SEMANTICS_SHORTEN_H

#include "semantics/machine.h"
#include "semantics/schedule.h"

/* `schedule` leads to `violation`, of which the same kind at the same place is kept. Both are
 * replaced if something shorter is found within a small, fixed amount of work. */
void schedule_shorten(const struct program *program, property_set properties,
                      struct schedule *schedule, struct violation *violation);

#endif
