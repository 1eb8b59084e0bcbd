// expect: FALSE(race)
// properties: race
// engines: reference explicit order
// The address of a thread-local variable is given away where it is one of two.
#include <pthread.h>
#include <string.h>

static _Thread_local int mine;
static int other, choice = 1;

static void *set(void *target) {
  memset(target, 1, sizeof mine);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *target = choice ? &mine : &other;
  pthread_create(&thread, NULL, set, target);
  mine = 2;
  pthread_join(thread, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
