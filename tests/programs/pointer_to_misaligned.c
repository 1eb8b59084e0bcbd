// expect: FALSE(reach)
// properties: reach
// engines: reference order
// What a pointer from another thread points to need not lie where its type would have it.
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static char buffer[16];
static int *volatile where;

static void *work(void *argument) {
  unsigned char at = __VERIFIER_nondet_uchar();
  where = (int *)(buffer + at % 13);
  return argument;
}

int main(void) {
  pthread_t thread;
  where = (int *)buffer;
  pthread_create(&thread, 0, work, 0);
  *where = 0x01010101;
  assert(!(buffer[1] && buffer[4]));
  pthread_join(thread, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
