// expect: TRUE
// engines: reference explicit
// A spin lock of lock cmpxchg, pause and a store protects a counter; the holder may also give up early.
#include <assert.h>
#include <pthread.h>

static unsigned lock, waiting;
static int counter;

static int try_lock(void) {
  unsigned old = 0;
  unsigned char taken;
  __asm__ volatile("lock; cmpxchgl %3, %1\n\tsete %0"
                   : "=q"(taken), "+m"(lock), "+a"(old)
                   : "r"(1)
                   : "memory", "cc");
  return taken;
}

static void *work(void *argument) {
  (void)argument;
  __asm__ volatile("lock; incl %0" : "+m"(waiting) : : "memory", "cc");
  while (!try_lock())
    __asm__ volatile("rep; nop" : : : "memory");
  counter++;
  __asm__ volatile("movl $0, %0" : "=m"(lock) : : "memory");
  __asm__ volatile("lock; decl %0" : "+m"(waiting) : : "memory", "cc");
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(counter == 2 && waiting == 0);
  return 0;
}
