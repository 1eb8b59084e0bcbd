/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks, the memory in use, and the check whether a limit is reached. */
#include "base/limits.h"

#include "base/process_tree.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double read_clock(clockid_t which) {
  struct timespec now;
  clock_gettime(which, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double clock_seconds(void) { return read_clock(CLOCK_MONOTONIC); }
double clock_cpu_seconds(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

struct process_memory memory_of_process(int process) {
  char path[64];
  snprintf(path, sizeof path, process ? "/proc/%d/statm" : "/proc/self/statm", process);
  FILE *file = fopen(path, "re");
  unsigned long mapped = 0, resident = 0;
  if (!file || fscanf(file, "%lu %lu", &mapped, &resident) != 2)
    mapped = resident = 0;
  if (file)
    fclose(file);
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (struct process_memory){.mapped = mapped * page, .resident = resident * page};
}

size_t memory_resident(void) { return memory_of_process(0).resident; }

/* As it was at most a millisecond ago: asking the system takes longer than many a step, and a
 * process grows by a few megabytes in that time. */
static size_t recent_memory(void) {
  static const double validity = 1e-3;
  static double read_at;
  static size_t resident;
  double now = clock_seconds();
  if (!resident || now - read_at > validity) {
    resident = memory_resident();
    read_at = now;
  }
  return resident;
}

static bool is_cancelled(const struct limits *limits) {
  return limits->cancelled && *limits->cancelled;
}

/* As it was a tenth of a second ago at most, because it takes some reads of /proc. */
static double recent_processor_seconds(pid_t root) {
  static const double validity = 0.1;
  static double read_at, used;
  double now = clock_seconds();
  if (now - read_at > validity) {
    used = process_tree_measure(root).cpu;
    read_at = now;
  }
  return used;
}

static bool work_is_over(const struct limits *limits) {
  return limits->work && limits->work->most && limits->work->done >= limits->work->most;
}

bool limits_spend(const struct limits *limits, unsigned long amount) {
  if (!limits || !limits->work)
    return false;
  limits->work->done += amount;
  return work_is_over(limits);
}

bool limits_time_is_over(const struct limits *limits) {
  return (limits->seconds > 0 && clock_seconds() - limits->start >= limits->seconds) ||
         (limits->processor_seconds > 0 &&
          recent_processor_seconds(limits->root) >= limits->processor_seconds);
}

bool limits_are_over(const struct limits *limits) {
  return is_cancelled(limits) || work_is_over(limits) || limits_time_is_over(limits);
}

double limits_planned_seconds(const struct limits *limits) {
  if (limits->processor_seconds <= 0)
    return limits->seconds;
  double planned = limits->processor_seconds / (limits->processors ? limits->processors : 1);
  return limits->seconds > 0 && limits->seconds < planned ? limits->seconds : planned;
}

double limits_processor_seconds_left(const struct limits *limits, double most) {
  if (limits->processor_seconds <= 0)
    return most;
  double left = limits->processor_seconds - recent_processor_seconds(limits->root);
  return left < 0 ? 0 : left < most ? left : most;
}

void limits_drop_time(struct limits *limits) {
  limits->seconds = limits->processor_seconds = 0;
  limits->work = NULL;
}

enum status limits_check(const struct limits *limits, const char **reason) {
  if (is_cancelled(limits)) {
    *reason = "interrupted";
    return STATUS_CANCELLED;
  }
  if (limits_time_is_over(limits)) {
    *reason = "time";
    return STATUS_LIMIT;
  }
  if (work_is_over(limits)) {
    *reason = "work";
    return STATUS_LIMIT;
  }
  size_t memory = limits->memory_share ? *limits->memory_share : limits->memory;
  if (memory && recent_memory() >= memory) {
    *reason = "memory";
    return STATUS_LIMIT;
  }
  return STATUS_OK;
}
