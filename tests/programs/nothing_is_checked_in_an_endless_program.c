// expect: TRUE
// properties: reach
// engines: order
/* No assertion can be reached, however long it runs. */
#include <assert.h>
#include <pthread.h>

unsigned char value;

static void *run(void *unused) {
  while (1) {
    value = value * 3 + 1;
    if (value == 7)
      pthread_exit(unused);
  }
  if (0)
    assert(value);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  while (1)
    value++;
}
// SPDX-License-Identifier: Apache-2.0
