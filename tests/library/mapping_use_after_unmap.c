// expect: FALSE(memory)
// properties: memory
#define _DEFAULT_SOURCE
#include <stddef.h>
#include <sys/mman.h>
int main(void) {
  char *bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(bytes, 4096);
  bytes[0] = 1;
}
// SPDX-License-Identifier: Apache-2.0
