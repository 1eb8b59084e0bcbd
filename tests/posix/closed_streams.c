// Standard streams whose descriptors are closed: nothing is read, and output fails.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char c;
  assert(close(0) == 0);
  assert(fread(&c, 1, 1, stdin) == 0);
  assert(close(1) == 0);
  assert(printf("x\n") == -1 || fflush(stdout) == -1);
  assert(errno == EBADF);
  return 0;
}
