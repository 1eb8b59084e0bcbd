// expect: FALSE(memory)
#include <pthread.h>
static void *f(void *a) { return (void *)(long)*(int *)a; }
int main(void) {
  int local = 3;
  pthread_t t;
  pthread_create(&t, 0, f, &local);
  pthread_detach(t);
  pthread_exit(0);
}
// SPDX-License-Identifier: Apache-2.0
