#include <assert.h>
#include <pthread.h>
#include <string.h>
static char bytes[1u << 30];
static unsigned next;
static void *run(void *argument) {
  bytes[next++] = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  memset(bytes, 7, sizeof bytes);
  for (;;) {
    bytes[next] += 2;
    next = (next * 5 + 1) & (sizeof bytes - 1);
    assert(bytes[7] != 3);
  }
}
// SPDX-License-Identifier: Apache-2.0
