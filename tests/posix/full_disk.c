// expect: FALSE(reach)
// A file system may be full.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  int file = open("out", O_WRONLY | O_CREAT, 0600);
  if (file >= 0)
    assert(write(file, "hello", 5) == 5);
  return 0;
}
