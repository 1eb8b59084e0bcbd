// expect: TRUE
// properties: reach
// engines: reference order explicit
// lp64-only
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static int64_t both;
static void *writer(void *unused) {
  both = -1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  int64_t seen = both;
  assert(seen == 0 || seen == -1);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
