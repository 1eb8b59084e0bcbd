// SPDX-License-Identifier: Apache-2.0
// As many threads as an input says, up to 1000, each with an element.
// With -DRACE: two threads have one element.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
enum { MOST = 1000 };
static int element[MOST];
static pthread_t thread[MOST];

static void *work(void *argument) {
  int *own = argument;
  *own = 1;
  return NULL;
}

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > MOST)
    return 0;
  for (int i = 0; i < count; i++) {
#ifdef RACE
    pthread_create(&thread[i], NULL, work, &element[i / 2]);
#else
    pthread_create(&thread[i], NULL, work, &element[i]);
#endif
  }
  for (int i = 0; i < count; i++)
    pthread_join(thread[i], NULL);
  return element[0];
}
