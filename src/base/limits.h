/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of a run. Every long loop asks whether to stop. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What a run has done, counted in the same way on every machine and however busy it is: the edges
 * that it executed, and for other work about as many as take that time. */
struct work {
  unsigned long long done, most; /* of `most`, 0: any number */
};

struct limits {
  double seconds; /* wall time from `start`; 0: none */
  /* Processor time of `root`, its descendants, and those they waited for; 0: no limit. */
  double processor_seconds;
  pid_t root;
  unsigned processors; /* that may be used at a time, for plans; 0: one */
  size_t memory;       /* bytes of resident memory; 0: none */
  /* Of `memory`, what this process may use at present; NULL: all. */
  const volatile size_t *memory_share;
  struct work *work;                      /* that all engines of this process share; NULL: none */
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

/* Counts work; true: there is no room for more. The places that call this end at once if it is, so
 * that a run ends at the same place each time; `limits` may be NULL. */
bool limits_spend(const struct limits *limits, unsigned long amount);
/* Has the time passed, is the work done, or was the run cancelled? Cheap: ask every few dozen
 * steps. */
bool limits_are_over(const struct limits *limits);
/* The same, but for the cancellation. */
bool limits_time_is_over(const struct limits *limits);

/* For plans: the wall time from `start` after which time is over, if as many processors are used as
 * may be; 0: never. */
double limits_planned_seconds(const struct limits *limits);
/* Processor time that is left, as of a moment ago; `most` if there is no limit or more is left. */
double limits_processor_seconds_left(const struct limits *limits, double most);
/* Lets it take any time and work. */
void limits_drop_time(struct limits *limits);

/* STATUS_OK, or STATUS_LIMIT or STATUS_CANCELLED with a reason ("time", "work", "memory",
 * "interrupted").
 * Memory is that of a millisecond ago at most. Costs about as much as reading a clock twice. */
enum status limits_check(const struct limits *limits, const char **reason);

#endif
