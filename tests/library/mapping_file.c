// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
int main(void) {
  int file = open("data", O_RDONLY);
  if (file < 0)
    return 1;
  const char *bytes = mmap(NULL, 10, PROT_READ, MAP_PRIVATE, file, 0);
  assert(bytes != MAP_FAILED && bytes);
  assert(bytes[3] != 'x');
}
// SPDX-License-Identifier: Apache-2.0
