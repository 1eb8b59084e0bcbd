// expect: TRUE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  static char text[] = "MODE=slow";
  assert(getenv("MODE") == NULL);
  assert(setenv("MODE", "fast", 0) == 0 && setenv("MODE", "other", 0) == 0);
  assert(setenv("MODES", "2", 1) == 0);
  assert(strcmp(getenv("MODE"), "fast") == 0 && strcmp(getenv("MODES"), "2") == 0);
  assert(setenv("A=B", "", 1) == -1 && errno == EINVAL);
  assert(putenv(text) == 0 && strcmp(getenv("MODE"), "slow") == 0);
  text[5] = 'f';
  assert(strcmp(getenv("MODE"), "flow") == 0);
  assert(unsetenv("MODE") == 0 && getenv("MODE") == NULL);
}
// SPDX-License-Identifier: Apache-2.0
