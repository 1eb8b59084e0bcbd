// expect: FALSE(reach)
// properties: reach
// Another thread than the creator stores while the thread runs.
#include <assert.h>
#include <pthread.h>

static int number;

static void *change(void *unused) {
  number = 2;
  return unused;
}

static void *work(void *unused) {
  assert(number == 1);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], 0, change, 0);
  number = 1;
  pthread_create(&ids[1], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], 0);
  return 0;
}
