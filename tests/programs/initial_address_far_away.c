// expect: UNKNOWN(an initial value that is an address far from its object)
// An initial value is an address far from its object, from which a thread computes the object's
// address again. The analyses know an address by the object that it lies in or next to: there was
// no race, and fail was a function that is never called.
#include <assert.h>
#include <pthread.h>

static int x;
static void fail(void) { assert(0); }
static int *variable = &x + 100000;
static char *function = (char *)fail + 400000;

static void *thread(void *argument) {
  (void)argument;
  *(variable - 100000) = 1;
  ((void (*)(void))(function - 400000))();
  return 0;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, thread, 0);
  x = 2;
  pthread_join(id, 0);
  return 0;
}
