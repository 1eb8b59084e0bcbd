/* SPDX-License-Identifier: Apache-2.0 */
/* Jobs in processes of their own, several at a time. Each answers with bytes; what it writes to
 * stderr is kept, so that the messages of several jobs do not mix. */
#ifndef BASE_JOBS_H
#define BASE_JOBS_H

#include "base/limits.h"
#include "base/text.h"

struct job_answer {
  enum status status;
  struct text bytes, messages;
};

struct job_list {
  size_t count;
  unsigned processes; /* at a time; 0: one */
  void *context;
  const struct limits *limits; /* may be NULL */
  /* In the process of the job. */
  enum status (*run)(void *context, size_t number, struct text *bytes);
  /* In this process, when the job has ended, in the order in which they end. */
  void (*take)(void *context, size_t number, const struct job_answer *answer);
};

/* STATUS_OK, whatever the jobs answer, or the limit that ended all of them. */
enum status jobs_run(const struct job_list *list);

#endif
