// expect: TRUE
#include <assert.h>
#include <errno.h>
#include <string.h>
int main(void) {
  assert(strcmp(strerror(EINVAL), "Invalid argument") == 0);
  assert(strcmp(strerror(12345), "Unknown error 12345") == 0);
}
// SPDX-License-Identifier: Apache-2.0
