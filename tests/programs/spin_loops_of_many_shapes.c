// expect: TRUE
// expect rc11: TRUE
// properties: reach
// engines: graph auto
// Loops that wait and are not a single read: the value is kept in a variable, tries are counted and
// the counter begins anew, a delay grows up to a limit, several places are looked at in turn. A
// thread that comes back to an earlier state of the loop waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, tokens[2];
static int data;

static int is_ready(void) { return atomic_load_explicit(&ready, memory_order_acquire); }

static void *producer(void *unused) {
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  atomic_store_explicit(&tokens[1], 1, memory_order_release);
  return unused;
}

static void *keeps_the_value(void *unused) {
  int value = is_ready();
  while (!value)
    value = is_ready();
  assert(data);
  return unused;
}

static void *counts_tries(void *unused) {
  for (int tries = 0; !is_ready();)
    if (++tries >= 5)
      tries = 0;
  assert(data);
  return unused;
}

static void *backs_off(void *unused) {
  for (int delay = 1; !is_ready();) {
    delay *= 2;
    if (delay > 8)
      delay = 8;
  }
  assert(data);
  return unused;
}

static void *looks_in_turn(void *unused) {
  int i = 0;
  while (!atomic_load_explicit(&tokens[i], memory_order_acquire))
    i = (i + 1) % 2;
  assert(i == 1 && data);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  void *(*consumers[])(void *) = {keeps_the_value, counts_tries, backs_off, looks_in_turn};
  for (int i = 0; i < 4; i++) {
    data = 0;
    ready = tokens[1] = 0;
    pthread_create(&ids[0], 0, producer, 0);
    pthread_create(&ids[1], 0, consumers[i], 0);
    pthread_join(ids[0], 0);
    pthread_join(ids[1], 0);
  }
  return 0;
}
