// expect: TRUE
// engines: reference explicit
/* Changes the second word, wakes on the first, and on the second if its old value is as asked. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static int first, second = 5;
static long change(int code) { return syscall(SYS_futex, &first, FUTEX_WAKE_OP, 1, 1, &second, code); }
int main(void) {
  assert(change(FUTEX_OP(FUTEX_OP_ADD, -2, FUTEX_OP_CMP_GT, 4)) == 0 && second == 3);
  assert(change(FUTEX_OP(FUTEX_OP_OR | FUTEX_OP_OPARG_SHIFT, 4, FUTEX_OP_CMP_LT, 4)) == 0);
  assert(second == 19);
  assert(change(FUTEX_OP(FUTEX_OP_ANDN, 3, FUTEX_OP_CMP_LE, 4)) == 0 && second == 16);
  assert(change(FUTEX_OP(FUTEX_OP_XOR, 17, FUTEX_OP_CMP_GE, 4)) == 0 && second == 1);
  assert(change(FUTEX_OP(FUTEX_OP_SET, 7, FUTEX_OP_CMP_NE, 4)) == 0 && second == 7);
  assert(change(FUTEX_OP(5, 7, FUTEX_OP_CMP_NE, 4)) == -1 && errno == ENOSYS && second == 7);
  assert(change(FUTEX_OP(FUTEX_OP_SET, 8, 9, 4)) == -1 && errno == ENOSYS && second == 8);
}
// SPDX-License-Identifier: Apache-2.0
