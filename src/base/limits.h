/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of a run. Every long loop asks whether to stop. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct limits {
  double seconds; /* wall time from `start`; 0: none */
  size_t memory;  /* bytes of resident memory; 0: none */
  /* Of `memory`, what this process may use at present; NULL: all. */
  const volatile size_t *memory_share;
  double start;                           /* clock_seconds() when the run began */
  const volatile sig_atomic_t *cancelled; /* set by a signal handler; NULL: never */
};

double clock_seconds(void);     /* monotonic wall clock */
double clock_cpu_seconds(void); /* of this process */
struct process_memory {
  size_t mapped, resident; /* bytes; 0: not known */
};
struct process_memory memory_of_process(int process); /* 0: this one */
size_t memory_resident(void);                         /* bytes, of this process */

/* Has the time passed, or was the run cancelled? Cheap: ask every few dozen steps. */
bool limits_are_over(const struct limits *limits);

/* STATUS_OK, or STATUS_LIMIT or STATUS_CANCELLED with a reason ("time", "memory", "interrupted").
 * Memory is that of a millisecond ago at most. Costs about as much as reading a clock twice. */
enum status limits_check(const struct limits *limits, const char **reason);

#endif
