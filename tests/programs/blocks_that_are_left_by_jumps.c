// expect: TRUE
// properties: reach,memory
// engines: reference explicit order
// Every use is inside the block, however it is entered and left.
#include <assert.h>
#include <pthread.h>
static int *kept, sum;
static void keep(int *pointer) { kept = pointer; }
static void *add(void *argument) {
  sum += *(int *)argument;
  return NULL;
}
static int early(int number) {
  for (int i = 0; i < 2; i++) {
    int inner = number;
    keep(&inner);
    if (i == number)
      return *kept;
  }
  return -1;
}
int main(void) {
  int count = 0;
again: {
  int inner = count;
  keep(&inner);
  count += *kept + 1;
  if (count < 5)
    goto again;
}
  int last = 3;
  keep(&last);
  assert(*kept == 3);
  for (int i = 0; i < 3; i++) {
    int row[4] = {i, i, i, i};
    keep(row);
    if (i == 1)
      continue;
    assert(*kept == i);
    if (i == 2)
      break;
  }
  switch (count) {
    int bypassed;
  case 7:
    bypassed = 1;
    keep(&bypassed);
    *kept = 2;
    assert(bypassed == 2);
    break;
  default:
    bypassed = 3;
    keep(&bypassed);
    assert(*kept == 3);
  }
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    int argument = i + 1;
    pthread_create(&thread, NULL, add, &argument);
    pthread_join(thread, NULL);
  }
  assert(sum == 3 && early(1) == 1);
  int *pointer = &count;
back:
  if (*pointer == 100)
    return 0;
  int later = 100;
  pointer = &later;
  goto back;
}
// SPDX-License-Identifier: Apache-2.0
