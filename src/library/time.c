/* Time: clocks show anything, in any order (they may be set), and waiting for a while is no more
 * than being slow, which every thread may be anyway. */
#include "errors.h"
#include "heddle.h"

#include <stddef.h>

void pthread_testcancel(void);

typedef long seconds;

struct timespec {
  seconds seconds;
  long nanoseconds;
};
struct timeval {
  seconds seconds;
  long microseconds;
};

/* Values are brought into range rather than assumed to be in it: random runs would hardly get past
 * such an assumption. */
static seconds arbitrary_seconds(void) {
  unsigned long now = sizeof(seconds) == 8 ? __heddle_nondet_u64() : __heddle_nondet_u32();
  return (seconds)(now & __LONG_MAX__);
}

static long arbitrary_below(unsigned limit) { return (long)(__heddle_nondet_u32() % limit); }

seconds time(seconds *result) {
  seconds now = arbitrary_seconds();
  if (result != NULL)
    *result = now;
  return now;
}

long clock(void) { return arbitrary_seconds(); }

double difftime(seconds later, seconds earlier) { return (double)later - (double)earlier; }

int gettimeofday(struct timeval *result, void *zone) {
  (void)zone;
  result->seconds = arbitrary_seconds();
  result->microseconds = arbitrary_below(1000000);
  return 0;
}

int clock_gettime(int clock_id, struct timespec *result) {
  (void)clock_id;
  result->seconds = arbitrary_seconds();
  result->nanoseconds = arbitrary_below(1000000000);
  return 0;
}

int clock_getres(int clock_id, struct timespec *result) {
  (void)clock_id;
  if (result != NULL)
    *result = (struct timespec){0, 1};
  return 0;
}

int timespec_get(struct timespec *result, int base) {
  clock_gettime(0, result);
  return base;
}

unsigned sleep(unsigned wanted) {
  (void)wanted;
  pthread_testcancel();
  return 0;
}

int usleep(unsigned wanted) {
  (void)wanted;
  pthread_testcancel();
  return 0;
}

static int is_invalid(const struct timespec *wanted) {
  return wanted->seconds < 0 || wanted->nanoseconds < 0 || wanted->nanoseconds > 999999999;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  (void)left;
  pthread_testcancel();
  if (!is_invalid(wanted))
    return 0;
  *__errno_location() = ERROR_INVAL;
  return -1;
}

int clock_nanosleep(int clock_id, int flags, const struct timespec *wanted, struct timespec *left) {
  (void)clock_id;
  (void)flags;
  (void)left;
  pthread_testcancel();
  return is_invalid(wanted) ? ERROR_INVAL : 0;
}
