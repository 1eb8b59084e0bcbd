// expect: TRUE
// properties: reach
#include <assert.h>
#include <unistd.h>
int main(void) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  assert(processors >= 1 && processors == sysconf(_SC_NPROCESSORS_ONLN));
  assert(sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_CLK_TCK) == 100);
  assert(sysconf(_SC_OPEN_MAX) > 3);
}
// SPDX-License-Identifier: Apache-2.0
