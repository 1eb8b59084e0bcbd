/* Some random executions before the search: errors that many schedules have are found without
 * storing a state. */
#ifndef ENGINE_EXPLICIT_PROBE_H
#define ENGINE_EXPLICIT_PROBE_H

#include "engine/engine.h"

/* Executes the program at most task.probes times, with the same seeds always. True: one failed, and
 * the result has its violation and schedule. `runs` tells how many there were. */
bool probe(const struct task *task, struct result *result, uint64_t *runs);

#endif
