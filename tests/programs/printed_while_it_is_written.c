// expect: FALSE(race)
// properties: race
// printf reads the text that another thread writes.
#include <pthread.h>
#include <stdio.h>

static char name[8] = "a";

static void *rename_it(void *unused) {
  name[0] = 'b';
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, rename_it, NULL);
  printf("%d %-5s\n", 3, name);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
