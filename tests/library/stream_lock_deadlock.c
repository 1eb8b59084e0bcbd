// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(deadlock)
// properties: deadlock
/* Output waits for whoever has locked the stream. */
#include <pthread.h>
#include <stdio.h>

static void *print(void *unused) {
  printf("hello\n");
  return unused;
}

int main(void) {
  pthread_t other;
  flockfile(stdout);
  pthread_create(&other, NULL, print, NULL);
  pthread_join(other, NULL);
  funlockfile(stdout);
}
