/* Random executions, as many as fit into a fixed amount of work. Programs with very many threads
 * take long for each step; there the clock ends it. */
#include "engine/explicit/probe.h"

#include "semantics/run.h"

enum { MOST_EDGES = 4000000, MOST_STEPS_OF_ONE = 20000 };
static const double most_seconds = 2; /* of processor time */
enum { FOR_DEADLOCKS = 8 };           /* every so many executions keep back who holds something */

bool probe(const struct task *task, struct result *result, uint64_t *runs) {
  struct machine machine = {
      .program = task->program, .domain = &domain_concrete, .properties = task->properties};
  bool found = false;
  const char *reason;
  double end = clock_cpu_seconds() + most_seconds;
  for (*runs = 0; *runs < task->probes && machine.edges_executed < MOST_EDGES &&
                  clock_cpu_seconds() < end && !found &&
                  limits_check(&task->limits, &reason) == STATUS_OK;) {
    struct run_options options = {.seed = ++*runs,
                                  .limits = task->limits,
                                  .most_steps = MOST_STEPS_OF_ONE,
                                  .spares_holders = *runs % FOR_DEADLOCKS == 0,
                                  .record = &result->schedule};
    struct state *state = NULL;
    found = run_program(&machine, &options, &state) == RUN_VIOLATION;
    state_destroy(state);
    if (!found)
      schedule_release(&result->schedule);
  }
  result->violation = machine.violation;
  return found;
}
