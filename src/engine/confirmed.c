/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/confirmed.h"

#include <stdio.h>

struct confirmation result_confirmation(const struct task *task, const char *backend) {
  return (struct confirmation){.backend = backend, .limits = &task->limits};
}

enum confirm_answer result_confirm(struct result *result, struct confirmation *confirmation,
                                   struct explorer *explorer, const struct path *path) {
  confirmation->schedule = &result->schedule;
  enum confirm_answer answer = confirm_path(confirmation, explorer, path);
  if (answer == CONFIRM_REAL) {
    result->verdict = VERDICT_FALSE;
    result->violation = confirmation->violation;
    result->properties = explorer->machine.properties;
    return answer;
  }
  schedule_release(&result->schedule);
  if (answer == CONFIRM_UNDECIDED)
    snprintf(result->reason, sizeof result->reason, "%s", confirmation->reason);
  return answer;
}
