// expect: TRUE
// bug 1: FALSE(deadlock)  unlock wakes nobody
// bug 2: FALSE(deadlock)  a thread that was woken forgets that others may wait as well
// bug 3: FALSE(reach)  lock tests and sets in two steps
//
// A mutex of three states over Linux's futex (Drepper): free, held, and held while somebody may wait.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef BUG
#define BUG 0
#endif
enum { FREE, HELD, CONTENDED };

static void wait_while(atomic_int *word, int value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wake_one(atomic_int *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void lock(atomic_int *word) {
  int state = FREE;
#if BUG == 3
  if (*word == FREE) {
    *word = HELD;
    return;
  }
#else
  if (atomic_compare_exchange_strong(word, &state, HELD))
    return;
#endif
  while (atomic_exchange(word, CONTENDED) != FREE) {
    wait_while(word, CONTENDED);
#if BUG == 2
    state = FREE;
    if (atomic_compare_exchange_strong(word, &state, HELD))
      return;
#endif
  }
}

static void unlock(atomic_int *word) {
#if BUG == 1
  *word = FREE;
#else
  if (atomic_exchange(word, FREE) == CONTENDED)
    wake_one(word);
#endif
}

static atomic_int mutex;
static int counter;

static void *work(void *argument) {
  (void)argument;
  lock(&mutex);
  counter++;
  unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
