// expect: TRUE
/* The variant that keeps the cancel type. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static void nothing(void *argument) { (void)argument; }
static void *run(void *argument) {
  int type;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_cleanup_push_defer_np(nothing, NULL);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  assert(type == PTHREAD_CANCEL_DEFERRED);
  pthread_cleanup_pop_restore_np(0);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  assert(type == PTHREAD_CANCEL_ASYNCHRONOUS);
  return argument;
}
int main(void) { run(NULL); }
// SPDX-License-Identifier: Apache-2.0
