// expect: UNKNOWN(mprotect that forbids accesses at tests/library/mapping_protected.c:8)
// properties: memory
#define _DEFAULT_SOURCE
#include <stddef.h>
#include <sys/mman.h>
int main(void) {
  char *bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(bytes, 4096, PROT_NONE);
  bytes[0] = 1;
}
// SPDX-License-Identifier: Apache-2.0
