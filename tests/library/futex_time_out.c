// expect: TRUE
/* A time-out ends every sleep, whatever clock measures it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <time.h>
static unsigned word;
int main(void) {
  struct timespec second = {1, 0}, wrong = {0, 1000000000}, past = {-1, 0};
  long found = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &second, NULL, 0);
  assert(found == 0 || (found == -1 && errno == ETIMEDOUT));
  found = syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 0, &second, NULL,
                  FUTEX_BITSET_MATCH_ANY);
  assert(found == 0 || (found == -1 && errno == ETIMEDOUT));
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &wrong) == -1 && errno == EINVAL);
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 1, &past) == -1 && errno == EINVAL);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE | FUTEX_CLOCK_REALTIME, 1) == -1 && errno == ENOSYS);
}
// SPDX-License-Identifier: Apache-2.0
