// expect: FALSE(reach)
// A look-up that finds no user may also have failed, which errno tells.
#include <assert.h>
#include <errno.h>
#include <pwd.h>
#include <stddef.h>

int main(void) {
  errno = 0;
  assert(getpwuid(1) != NULL || errno == 0);
  return 0;
}
