// expect: FALSE(reach)
// properties: reach
// Only main stores, the second time while no other thread runs, and the next threads find the value.
#include <assert.h>
#include <pthread.h>

static int x;

static void *end(void *unused) { return unused; }

static void *work(void *unused) {
  assert(x != 2);
  for (;;)
    ;
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, end, 0);
  x = 1;
  pthread_join(id, 0);
  x = 2;
  for (int i = 0; i < 20; i++)
    pthread_create(&id, 0, work, 0);
  return 0;
}
