// expect: TRUE
// flags: -D_TIME_BITS=64 -D_FILE_OFFSET_BITS=64
/* On 32-bit machines a call of its own takes times of 64 bits. */
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
#ifdef SYS_futex_time64
#define NUMBER SYS_futex_time64
#else
#define NUMBER SYS_futex
#endif
static unsigned word;
int main(void) {
  struct timespec second = {1, 0}, wrong = {0, 1000000000}, past = {-1, 0};
  _Static_assert(sizeof second.tv_sec == 8, "");
  long found = syscall(NUMBER, &word, FUTEX_WAIT, 0, &second, NULL, 0);
  assert(found == 0 || (found == -1 && errno == ETIMEDOUT));
  assert(syscall(NUMBER, &word, FUTEX_WAIT, 0, &wrong) == -1 && errno == EINVAL);
  assert(syscall(NUMBER, &word, FUTEX_WAIT, 1, &past) == -1 && errno == EINVAL);
}
// SPDX-License-Identifier: Apache-2.0
