/* SPDX-License-Identifier: Apache-2.0 */
/* The time is counted as work, so that a busy machine gets as far as an idle one. */
#include "cli/shortest.h"

#include "cli/interrupt.h"
#include "semantics/shorten.h"

static const double least_seconds = 2, most_seconds = 10;

static double choose_seconds(const struct options *options, double searched) {
  if (options_is_given(options, "shorten"))
    return options->limits.shorten;
  return searched < least_seconds  ? least_seconds
         : searched > most_seconds ? most_seconds
                                   : (double)(unsigned)searched;
}

void shortest_find(const struct input *input, const struct options *options, double searched,
                   struct schedule *schedule, struct violation *violation) {
  struct limits limits = interrupt_limits(options);
  struct machine machine = {.program = input->program,
                            .properties = input->properties,
                            .known = &input->known,
                            .memory_model = input->memory_model};
  double work = choose_seconds(options, searched) * (double)SHORTEN_WORK_PER_SECOND;
  limits.work = NULL; /* that of the search */
  if (!schedule->has_graph)
    shorten_schedule(&machine, (unsigned long long)work, &limits, schedule, violation);
}
