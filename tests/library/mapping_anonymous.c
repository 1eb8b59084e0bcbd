// expect: TRUE
// properties: reach,memory,leak,memcleanup
#define _DEFAULT_SOURCE
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
int main(void) {
  int *numbers = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(numbers != NULL && numbers != MAP_FAILED);
  assert(numbers[0] == 0 && numbers[8188 / 4] == 0);
  numbers[2047] = 3;
  assert(mprotect(numbers, 5000, PROT_READ | PROT_WRITE) == 0);
  assert(munmap(numbers, 5000) == 0);
  assert(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
  assert(errno == EINVAL);
  assert(mmap(NULL, 1, PROT_READ, MAP_PRIVATE, 9, 0) == MAP_FAILED && errno == EBADF);
}
// SPDX-License-Identifier: Apache-2.0
