// expect: TRUE
// properties: reach,memory
// engines: static reference
// Only main stores to the variable and to the ids, although the other thread can reach them: what main stored last is
// there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number;
static struct part {
  pthread_t thread;
  int seen;
} parts[2];

static void *work(void *argument) {
  struct part *part = argument;
  part->seen = number;
  return argument;
}

int main(void) {
  for (int i = 0; i < 2; i++)
    pthread_create(&parts[i].thread, NULL, work, &parts[i]);
  number = 1;
  assert(number == 1);
  for (int i = 0; i < 2; i++)
    pthread_join(parts[i].thread, NULL);
  return 0;
}
