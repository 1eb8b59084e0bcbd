// expect: FALSE(reach)
/* glibc's assertion about error numbers. */
#define _GNU_SOURCE
#include <assert.h>
int main(void) {
  assert_perror(0);
  assert_perror(2);
}
// SPDX-License-Identifier: Apache-2.0
