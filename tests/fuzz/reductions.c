/* SPDX-License-Identifier: Apache-2.0 */
/* One program with every partial-order reduction and several search orders: all verdicts must be that of
 * the reference search, counterexamples must be real, and where all states were visited they must not be more;
 * without reduction as many, if the program has no unread values.
 *   reductions FILE.c WORK
 * Prints a line per set of properties; ends with 1 if something does not fit. */
#include "analysis/unread.h"
#include "engine/engine.h"
#include "frontend/frontend.h"
#include "semantics/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const levels[] = {"none", "local", "persistent", "sleep", "full"};
static const char *const orders[] = {"dfs", "bfs", "threads", "threads-bfs", "switches"};
static const char *const verdicts[] = {"TRUE", "FALSE", "UNKNOWN"};
static const property_set property_sets[] = {
    1u << PROPERTY_RACE,
    1u << PROPERTY_REACH | 1u << PROPERTY_MEMORY | 1u << PROPERTY_LOCK,
    1u << PROPERTY_DEADLOCK,
    1u << PROPERTY_LEAK,
};
enum { SETS = sizeof property_sets / sizeof property_sets[0] };

struct answer {
  enum verdict verdict;
  double states;
  bool is_replayed; /* or not FALSE */
};

static bool replays(const struct program *program, property_set properties,
                    const struct result *result) {
  struct machine machine = {
      .program = program, .domain = &domain_concrete, .properties = properties};
  struct run_options options = {.replay = &result->schedule};
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  state_destroy(state);
  return end == RUN_VIOLATION && machine.violation.property == result->violation.property;
}

static struct answer decide(const struct program *program, const char *engine,
                            property_set properties, const char *level, const char *order,
                            unsigned long most_work) {
  struct work work = {.most = most_work};
  struct option_value value = {"order", order};
  struct task task = {.program = program,
                      .properties = properties,
                      .limits = {.work = &work},
                      .solver = "sat",
                      .options = &value,
                      .option_count = 1,
                      .por = por_level_by_name(level)};
  struct result result = {.verdict = VERDICT_UNKNOWN};
  engine_find(engine)->run(&task, &result);
  struct answer answer = {result.verdict, result.statistics[0].value, true};
  if (result.verdict == VERDICT_FALSE)
    answer.is_replayed = replays(program, properties, &result);
  result_release(&result);
  return answer;
}

/* Does the answer contradict that of the reference search? */
static bool is_wrong(const struct answer *all, const struct answer *answer, bool is_reduced) {
  bool differs = all->verdict != VERDICT_UNKNOWN && answer->verdict != VERDICT_UNKNOWN &&
                 answer->verdict != all->verdict;
  bool visits_others = all->verdict == VERDICT_TRUE && answer->verdict == VERDICT_TRUE &&
                       (answer->states > all->states || (!is_reduced && answer->states != all->states));
  return differs || visits_others || !answer->is_replayed;
}

static int compare(const struct program *program, unsigned set, unsigned long most_work) {
  int failures = 0;
  struct unread *unread = unread_create(program, property_sets[set]);
  struct answer all =
      decide(program, "reference", property_sets[set], "none", "dfs", most_work);
  printf("properties %u: %s, %.0f states", set, verdicts[all.verdict], all.states);
  for (unsigned level = 0; level < sizeof levels / sizeof levels[0]; level++) {
    for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++) {
      const char *order = orders[i];
      struct answer answer =
          decide(program, "explicit", property_sets[set], levels[level], order, most_work);
      if (i == 0)
        printf(", %s %.0f", levels[level], answer.states);
      if (is_wrong(&all, &answer, level != 0 || unread)) {
        printf(" [%s order %s: %s%s, %.0f states]", levels[level], order,
               verdicts[answer.verdict], answer.is_replayed ? "" : " not replayed",
               answer.states);
        failures++;
      }
    }
  }
  printf("\n");
  unread_destroy(unread);
  return failures;
}

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  const char *files[] = {arguments[1]};
  struct frontend_options options = {.files = files, .file_count = 1};
  struct program *program = NULL;
  if (frontend_load(&options, &program, NULL) != STATUS_OK)
    return 2;
  int failures = 0;
  for (unsigned set = 0; set < SETS; set++)
    failures += compare(program, set, strtoul(arguments[2], NULL, 10));
  program_destroy(program);
  return failures != 0;
}
