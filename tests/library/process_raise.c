// expect: TRUE
#include <assert.h>
#include <signal.h>

int main(void) {
  raise(SIGABRT);
  assert(0);
  return 0;
}
