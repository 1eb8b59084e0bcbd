// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit
// The function could write 0 or anything else into length, which is read after the call.
#include <assert.h>
#include <pthread.h>
extern void fetch(int *length);
static int length = 1;
static void *reader(void *unused) {
  (void)unused;
  fetch(&length);
  assert(length == 1);
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
