// SPDX-License-Identifier: Apache-2.0
// Two kinds of threads have the two halves of an array.
// With -DRACE: the halves overlap.
#include <pthread.h>

enum { HALF = 2 };
static int array[2 * HALF];

static void *write_low(void *argument) {
  int *own = argument;
  *own = 1;
  return NULL;
}

static void *write_high(void *argument) {
  int *own = argument;
  *own = 2;
  return NULL;
}

int main(void) {
  pthread_t low[HALF], high[HALF];
  for (int i = 0; i < HALF; i++)
    pthread_create(&low[i], NULL, write_low, &array[i]);
  for (int i = 0; i < HALF; i++) {
#ifdef RACE
    pthread_create(&high[i], NULL, write_high, &array[HALF - 1 + i]);
#else
    pthread_create(&high[i], NULL, write_high, &array[HALF + i]);
#endif
  }
  for (int i = 0; i < HALF; i++)
    pthread_join(low[i], NULL);
  for (int i = 0; i < HALF; i++)
    pthread_join(high[i], NULL);
  return array[0];
}
