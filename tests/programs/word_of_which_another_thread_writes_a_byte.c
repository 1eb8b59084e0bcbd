// expect: FALSE(reach)
// properties: reach
// engines: reference order
/* One byte of a word has two writers, the others one. Who wrote the word reads its own byte of it, and so
 * does who was created after the word was set up. */
#include <assert.h>
#include <pthread.h>

union {
  unsigned char byte[4];
  unsigned word;
} x, y;

static void *first(void *unused) {
  x.word = 0x01010101;
  assert(x.byte[0] == 1);
  assert(y.byte[1] == 2);
  x.word = 0x03030303;
  assert(x.byte[2] != 3);
  return unused;
}

static void *second(void *unused) {
  x.byte[3] = 2;
  y.byte[3] = 2;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  y.word = 0x02020202;
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
// SPDX-License-Identifier: Apache-2.0
