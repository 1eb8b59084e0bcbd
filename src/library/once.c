/* SPDX-License-Identifier: Apache-2.0 */
/* pthread_once. Other threads wait while the routine runs; a routine that waits for itself
 * deadlocks. If the routine is cancelled, it counts as never called. */
#define _GNU_SOURCE
#include "thread.h"

enum { NEVER_CALLED, RUNS, DONE };

static WAITS_FOR_HOLDER int is_decided(void *object, heddle_word argument) {
  (void)argument;
  return *(pthread_once_t *)object != RUNS;
}

static void forget(void *object) {
  __heddle_released(object);
  __atomic_store_n((pthread_once_t *)object, NEVER_CALLED, __ATOMIC_SEQ_CST);
}

CALLS_ONCE int pthread_once(pthread_once_t *control, void (*routine)(void)) {
  __heddle_atomic_begin();
  __heddle_block_until(is_decided, control, 0);
  int is_first = *control == NEVER_CALLED;
  if (is_first) {
    *control = RUNS;
    __heddle_acquired(control);
  }
  __heddle_atomic_end();
  if (!is_first)
    return 0;
  pthread_cleanup_push(forget, control);
  routine();
  pthread_cleanup_pop(0);
  __heddle_released(control);
  __atomic_store_n(control, DONE, __ATOMIC_SEQ_CST);
  return 0;
}
