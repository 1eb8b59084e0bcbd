// SPDX-License-Identifier: Apache-2.0
/* A function that a longjmp leaves has no variables any more. -DDEAD: it is left before the longjmp. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;
static int *kept, fine = 5;

static int mark(void) { return setjmp(place); }

static void leave(int value) {
  int mine = value;
  kept = &mine;
#ifdef FINE
  kept = &fine;
#endif
  longjmp(place, mine);
}

static void *work(void *argument) {
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
#ifdef DEAD
  if (!mark())
    leave(1);
#else
  (void)mark;
  if (!setjmp(place))
    leave(1);
#endif
  assert(*kept == 5);
  pthread_join(thread, 0);
  return 0;
}
