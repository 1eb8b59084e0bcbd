// expect: TRUE
// expect rc11: TRUE
// properties: leak,memcleanup
// engines: graph
/* Main finishes first. Whichever thread is the last, the second one to come has freed the block. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int users = 2;
static void *use(void *block) {
  if (atomic_fetch_sub_explicit(&users, 1, memory_order_acq_rel) == 1)
    free(block);
  return NULL;
}
int main(void) {
  pthread_t thread;
  void *block = malloc(4);
  pthread_create(&thread, NULL, use, block);
  pthread_detach(thread);
  pthread_create(&thread, NULL, use, block);
  pthread_detach(thread);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
