// expect: TRUE
// properties: reach,memory
// engines: explicit
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <unistd.h>
static int uses[64];
int main(void) {
  uses[sched_getcpu()]++;
  assert(sched_getcpu() < sysconf(_SC_NPROCESSORS_ONLN));
}
// SPDX-License-Identifier: Apache-2.0
