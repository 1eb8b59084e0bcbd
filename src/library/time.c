/* SPDX-License-Identifier: Apache-2.0 */
/* Time. The wall clock shows any time up to the year 2242, in any order, as it may be set; the
 * other clocks never run backwards. Sleeping is no more than being slow, which every thread may be
 * anyway. */
#include "errors.h"
#include "heddle.h"

#include <stddef.h>


typedef long seconds;

struct timespec {
  seconds seconds;
  long nanoseconds;
};
struct timeval {
  seconds seconds;
  long microseconds;
};

enum clock_number {
  CLOCK_REALTIME,
  CLOCK_MONOTONIC,
  CLOCK_PROCESS_CPUTIME_ID,
  CLOCK_THREAD_CPUTIME_ID,
  CLOCK_MONOTONIC_RAW,
  CLOCK_REALTIME_COARSE,
  CLOCK_MONOTONIC_COARSE,
  CLOCK_BOOTTIME,
  CLOCK_REALTIME_ALARM,
  CLOCK_BOOTTIME_ALARM,
  CLOCK_TAI = 11,
};

/* Values are brought into range rather than assumed to be in it: random runs would hardly get past
 * such an assumption. */
static seconds arbitrary_seconds(void) {
  if (sizeof(seconds) == 4)
    return (seconds)(__heddle_nondet_u32() & __LONG_MAX__);
  return (seconds)(__heddle_nondet_u64() & 0x1ffffffff);
}

static long arbitrary_below(unsigned limit) { return (long)(__heddle_nondet_u32() % limit); }

seconds time(seconds *result) {
  seconds now = arbitrary_seconds();
  if (result != NULL)
    *result = now;
  return now;
}

double difftime(seconds later, seconds earlier) { return (double)later - (double)earlier; }

int gettimeofday(struct timeval *result, void *zone) {
  (void)zone;
  result->seconds = arbitrary_seconds();
  result->microseconds = arbitrary_below(1000000);
  return 0;
}

/* Any time that is not before the one shown last. In an atomic section, unless the clock belongs to
 * the thread. */
static struct timespec advance(struct timespec *last) {
  struct timespec now = {arbitrary_seconds(), arbitrary_below(1000000000)};
  if (now.seconds < last->seconds)
    now.seconds = last->seconds;
  if (now.seconds == last->seconds && now.nanoseconds < last->nanoseconds)
    now.nanoseconds = last->nanoseconds;
  *last = now;
  return now;
}

/* Each clock has a time of its own: one may be ahead of the other. */
static struct timespec *find_last(int number) {
  static struct timespec monotonic, processor, raw, coarse, boot;
  static _Thread_local struct timespec of_thread;
  switch (number) {
  case CLOCK_MONOTONIC:
    return &monotonic;
  case CLOCK_PROCESS_CPUTIME_ID:
    return &processor;
  case CLOCK_THREAD_CPUTIME_ID:
    return &of_thread;
  case CLOCK_MONOTONIC_RAW:
    return &raw;
  case CLOCK_MONOTONIC_COARSE:
    return &coarse;
  case CLOCK_BOOTTIME:
  case CLOCK_BOOTTIME_ALARM:
    return &boot;
  default:
    return NULL;
  }
}

/* Negative numbers are clocks of other threads and processes. */
static int is_no_clock(int number) {
  if (number < 0)
    __heddle_unsupported("the clock of another thread or process");
  if (number <= CLOCK_BOOTTIME_ALARM || number == CLOCK_TAI)
    return 0;
  *__errno_location() = ERROR_INVAL;
  return 1;
}

int clock_gettime(int number, struct timespec *result) {
  if (is_no_clock(number))
    return -1;
  struct timespec now, *last = find_last(number);
  if (last == NULL) {
    now = (struct timespec){arbitrary_seconds(), arbitrary_below(1000000000)};
  } else {
    __heddle_atomic_begin();
    now = advance(last);
    __heddle_atomic_end();
  }
  *result = now;
  return 0;
}

/* Processor time. With 32 bits it starts again after 36 minutes. */
long clock(void) {
  static long last;
  if (sizeof last == 4)
    return (long)__heddle_nondet_u32();
  long now = arbitrary_seconds();
  __heddle_atomic_begin();
  if (now < last)
    now = last;
  last = now;
  __heddle_atomic_end();
  return now;
}

int clock_getres(int number, struct timespec *result) {
  if (is_no_clock(number))
    return -1;
  if (result != NULL)
    *result = (struct timespec){0, 1};
  return 0;
}

int timespec_get(struct timespec *result, int base) {
  if (base != 1)
    return 0;
  clock_gettime(CLOCK_REALTIME, result);
  return base;
}

unsigned sleep(unsigned wanted) {
  (void)wanted;
  return 0;
}

int usleep(unsigned wanted) {
  (void)wanted;
  return 0;
}

static int is_invalid(const struct timespec *wanted) {
  return wanted->seconds < 0 || wanted->nanoseconds < 0 || wanted->nanoseconds > 999999999;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  (void)left;
  if (!is_invalid(wanted))
    return 0;
  *__errno_location() = ERROR_INVAL;
  return -1;
}

int clock_nanosleep(int clock_id, int flags, const struct timespec *wanted, struct timespec *left) {
  (void)clock_id;
  (void)flags;
  (void)left;
  return is_invalid(wanted) ? ERROR_INVAL : 0;
}
