// expect: TRUE
// properties: reach,race
// engines: explicit
/* Two threads: what one saw before it told the other is not later than what the other sees then. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static struct timespec first;
static atomic_int is_set;
static int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}
static void *look(void *unused) {
  struct timespec now;
  if (!is_set)
    return unused;
  assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
  assert(!is_before(now, first));
  assert(now.tv_sec >= 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  clock_gettime(CLOCK_MONOTONIC, &first);
  is_set = 1;
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
