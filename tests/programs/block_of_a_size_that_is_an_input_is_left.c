// expect: FALSE(memory)
// properties: memory
// engines: order
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned count;
static char *bytes;
static void *fill(void *unused) {
  for (unsigned i = 0; i <= count; i++)
    bytes[i] = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  count = __VERIFIER_nondet_uint();
  if (count < 1 || count > 4)
    return 0;
  bytes = calloc(count, 1);
  if (!bytes)
    return 0;
  pthread_create(&thread, NULL, fill, NULL);
  pthread_join(thread, NULL);
  assert(bytes[count - 1] == 1);
}
// SPDX-License-Identifier: Apache-2.0
