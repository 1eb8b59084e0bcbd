// expect: TRUE
// properties: reach,deadlock
// engines: reference explicit
/* A short write is one step. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *write_pair(void *text) {
  write(ends[1], text, 2);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  char bytes[2];
  pipe(ends);
  pthread_create(&a, NULL, write_pair, "aa");
  pthread_create(&b, NULL, write_pair, "bb");
  for (int i = 0; i < 2; i++) {
    assert(read(ends[0], bytes, 2) == 2);
    assert(bytes[0] == bytes[1]);
  }
}
// SPDX-License-Identifier: Apache-2.0
