// SPDX-License-Identifier: Apache-2.0
/* Threads leave calls, also of a recursive function, by longjmp. -DWRONG: an assertion about the value that setjmp returns fails. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total, failures;

static void check(jmp_buf *place, int value) {
  if (value == 2)
    longjmp(*place, value + 40);
  pthread_mutex_lock(&mutex);
  total += value;
  pthread_mutex_unlock(&mutex);
}

static int descend(jmp_buf *place, int steps) {
  pthread_mutex_lock(&mutex);
  int seen = total;
  pthread_mutex_unlock(&mutex);
  if (steps == 0)
    check(place, 2);
  return seen + descend(place, steps - 1);
}

static void *work(void *argument) {
  jmp_buf place;
  volatile int i = 0;
  int got = setjmp(place);
  if (got) {
    pthread_mutex_lock(&mutex);
    failures++;
    pthread_mutex_unlock(&mutex);
#ifdef WRONG
    assert(got == 2);
#else
    assert(got == 42);
#endif
  }
  while (i < 3) {
    i++;
    if (i == 3)
      descend(&place, 1);
    check(&place, i);
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(total == 2);
  assert(failures == 4);
  return 0;
}
