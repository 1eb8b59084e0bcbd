// expect: TRUE
#include <assert.h>
#include <stdlib.h>
static void never(void) { assert(0); }
static void handler(void) {}
int main(void) {
  atexit(never);
  at_quick_exit(handler);
  quick_exit(0);
}
