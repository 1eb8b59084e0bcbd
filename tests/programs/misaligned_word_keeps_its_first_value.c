// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit
/* The first contents of a word that lies across the boundaries of its size. */
#include <assert.h>
#include <pthread.h>

struct __attribute__((packed)) record {
  char tag;
  int value;
};
struct record record = {1, 7};

static void *change(void *unused) {
  record.value = 8;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  assert(record.value != 7);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
