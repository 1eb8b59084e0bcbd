// expect: FALSE(race)
#include <pthread.h>
#include <stdio.h>

char name[4] = "abc";

static void *writer(void *argument) {
  name[1] = 'x';
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  printf("%d %s\n", 3, name);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
