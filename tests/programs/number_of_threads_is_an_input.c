// expect: FALSE(race)
// properties: race
// engines: explicit
/* The block for the threads' identifiers has a size that is not known. */
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int shared;
static void *work(void *unused) {
  shared++;
  return unused;
}
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 0)
    return 1;
  pthread_t *threads = malloc((size_t)count * sizeof *threads);
  if (!threads)
    return 1;
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  free(threads);
}
// SPDX-License-Identifier: Apache-2.0
