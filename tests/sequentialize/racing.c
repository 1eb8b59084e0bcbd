// SPDX-License-Identifier: Apache-2.0
/* Accesses that are ordered by a mutex, a join and an atomic flag. With one of these macros, two of them race. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter, message, section;
static struct {
  char low, high;
} pair;
static atomic_int flag;
static int *block;

static void count(void) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
}

static void *work(void *argument) {
  count();
  pair.low = 1;
#ifdef NEIGHBOUR
  *(short *)(void *)&pair = 2;
#endif
  message = 1;
  flag = 1;
#ifdef SECTION
  section = 1;
#else
  __VERIFIER_atomic_begin();
  section = 1;
  __VERIFIER_atomic_end();
#endif
#ifdef FREED
  free(block);
#endif
  return argument;
}

int main(void) {
  pthread_t thread;
  block = calloc(2, sizeof *block);
  pthread_create(&thread, 0, work, 0);
#ifdef UNLOCKED
  counter++;
#else
  count();
#endif
  pair.high = 1;
  block[1] = 1;
  if (flag)
    count();
#ifdef EARLY
  int seen = message;
#else
  int seen = flag ? message : 0;
#endif
  __VERIFIER_atomic_begin();
  section += 2;
  __VERIFIER_atomic_end();
  pthread_join(thread, 0);
  return counter + seen + message == 0;
}
