// expect: TRUE
// properties: reach,memory,race
#include <assert.h>
#include <err.h>
#include <errno.h>
int main(void) {
  errno = ENOENT;
  warn("%s", "file");
  warnx("no %d", 3);
  err(2, "gone");
  assert(0);
}
// SPDX-License-Identifier: Apache-2.0
