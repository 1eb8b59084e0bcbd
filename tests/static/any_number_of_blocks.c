// SPDX-License-Identifier: Apache-2.0
// The array of elements and that of the ids are blocks, whose size is an input.
// With -DRACE: main reads an element before the joins.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *work(void *argument) {
  int *own = argument;
  *own = 1;
  return NULL;
}

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 100)
    return 0;
  int *element = calloc((size_t)count, sizeof *element);
  pthread_t *thread = calloc((size_t)count, sizeof *thread);
  if (!element || !thread)
    abort();
  for (int i = 0; i < count; i++)
    pthread_create(&thread[i], NULL, work, &element[i]);
#ifdef RACE
  int first = element[0];
#else
  int first = 0;
#endif
  for (int i = 0; i < count; i++)
    pthread_join(thread[i], NULL);
  first += element[0];
  free(element);
  free(thread);
  return first;
}
