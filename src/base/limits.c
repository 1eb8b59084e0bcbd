/* Clocks, memory in use, and the check for the end of a run. */
#include "base/limits.h"

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

size_t memory_resident(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file)
    return 0;
  unsigned long pages = 0;
  if (fscanf(file, "%*u %lu", &pages) != 1)
    pages = 0;
  fclose(file);
  return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

enum status limits_check(const struct limits *limits, const char **reason) {
  if (limits->cancelled && *limits->cancelled) {
    *reason = "interrupted";
    return STATUS_CANCELLED;
  }
  if (limits->seconds > 0 && clock_seconds() - limits->start >= limits->seconds) {
    *reason = "time";
    return STATUS_LIMIT;
  }
  size_t memory = limits->memory_share ? *limits->memory_share : limits->memory;
  if (memory && memory_resident() >= memory) {
    *reason = "memory";
    return STATUS_LIMIT;
  }
  return STATUS_OK;
}
