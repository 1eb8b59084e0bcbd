// expect: TRUE
// engines: reference explicit
// A lock whose fast path is a jump out of assembly to a label of C.
#include <assert.h>
#include <pthread.h>

static int lock;
static int counter;

static int try_lock(void) {
  __asm__ goto("lock; btsl $0, %0\n\tjc %l[busy]" : : "m"(lock) : "memory", "cc" : busy);
  return 1;
busy:
  return 0;
}

static void *work(void *argument) {
  (void)argument;
  if (try_lock()) {
    counter++;
    __asm__ volatile("lock; btrl $0, %0" : "+m"(lock) : : "memory", "cc");
  }
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(counter >= 1 && lock == 0);
  return 0;
}
