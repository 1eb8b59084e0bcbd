// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(lock)
// properties: lock
#include <stdio.h>

int main(void) {
  flockfile(stderr);
  funlockfile(stdout);
}
