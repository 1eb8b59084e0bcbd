// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// properties: reach
// engines: order graph
// A round of the loop writes one byte of a number, as it was, and then all of it: the round changes something.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union number {
  char first;
  int all;
};

static atomic_int flag;

static void *wait_for_flag(void *argument) {
  union number number, *it = &number;
  it->all = 0;
  while (!atomic_load_explicit(&flag, memory_order_acquire)) {
    it->first = 0;
    it->all = 256;
  }
  assert(number.all == 0);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait_for_flag, 0);
  atomic_store_explicit(&flag, 1, memory_order_release);
  pthread_join(thread, 0);
}
