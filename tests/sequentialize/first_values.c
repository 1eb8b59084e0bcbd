// SPDX-License-Identifier: Apache-2.0
/* What is read before it was written is any value: of a variable, an array and a block. With one of these macros, an assertion fails
 * for one of the values. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
  int value;
  char *name;
  short parts[2];
};
static int shared;

static void *work(void *argument) {
  struct item *item = malloc(sizeof *item);
  int number, numbers[3], *address = &number;
  item->value = 1;
  item->parts[0] = 2;
  numbers[0] = 3;
#ifndef NUMBER
  *address = 4;
#endif
#ifndef NUMBERS
  numbers[2] = 5;
#endif
#ifndef BLOCK
  item->parts[1] = 6;
#endif
  shared = numbers[0] + item->value;
  assert(*address != 77 && numbers[2] != 78 && item->parts[1] != 79 && item->parts[0] == 2);
  free(item);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  int seen = shared;
  pthread_join(thread, 0);
  assert(seen == 0 || seen == shared);
  return 0;
}
