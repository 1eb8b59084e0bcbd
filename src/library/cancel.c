/* SPDX-License-Identifier: Apache-2.0 */
/* Cancellation and cleanup handlers.
 *
 * A request is acted upon at the thread's next cancellation point, or at once if it is blocked at
 * one. The asynchronous type differs from that only for requests that arrive while the thread runs:
 * they would stop it anywhere, which the models cannot express, so they are reported as
 * unsupported. Requests that are already pending when the type becomes asynchronous, and those of a
 * thread to itself, are exact.
 *
 * glibc's pthread_cleanup_push saves the place of its handler with __sigsetjmp and registers it
 * here; pthread_exit jumps there, and the code there comes back by __pthread_unwind_next. */
#define _GNU_SOURCE
#include "thread.h"

#include <errno.h>

void __pthread_register_cancel(__pthread_unwind_buf_t *handler) {
  struct thread *self = __heddle_self();
  handler->__pad[0] = self->cleanup;
  self->cleanup = handler;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *handler) {
  struct thread *self = __heddle_self();
  self->cleanup = handler->__pad[0];
}

_Noreturn void __pthread_unwind_next(__pthread_unwind_buf_t *handler) {
  (void)handler;
  __library_thread_unwind(__heddle_self());
}

_Noreturn void __library_thread_cancel(struct thread *self) {
  __atomic_fetch_or(&self->cancel, CANCEL_DISABLED, __ATOMIC_SEQ_CST);
  self->result = PTHREAD_CANCELED;
  __library_thread_unwind(self);
}

static int must_stop_at_once(unsigned cancel) {
  return (cancel & (CANCEL_REQUESTED | CANCEL_ASYNCHRONOUS | CANCEL_DISABLED)) ==
         (CANCEL_REQUESTED | CANCEL_ASYNCHRONOUS);
}

int pthread_cancel(pthread_t thread) {
  struct thread *other = (struct thread *)thread, *self = __heddle_self();
  __heddle_atomic_begin();
  unsigned state = other->state;
  if (thread_is_over(state)) {
    __heddle_error("memory", "cancel of a thread that was joined, or detached and has ended");
    __heddle_atomic_end();
    return ESRCH;
  }
  unsigned cancel = other->cancel | CANCEL_REQUESTED;
  other->cancel = (unsigned char)cancel;
  __heddle_atomic_end();
  if (must_stop_at_once(cancel) && !(state & THREAD_ENDED)) {
    if (other == self)
      __library_thread_cancel(self);
    __heddle_unsupported("asynchronous cancellation of another thread");
  }
  return 0;
}

void pthread_testcancel(void) {
  struct thread *self = __heddle_self();
  unsigned cancel = __atomic_load_n(&self->cancel, __ATOMIC_SEQ_CST);
  if ((cancel & (CANCEL_REQUESTED | CANCEL_DISABLED)) == CANCEL_REQUESTED)
    __library_thread_cancel(self);
}

/* Sets or clears one bit of the running thread's cancel field and returns the old one. */
static unsigned change(struct thread *self, unsigned char bit, int set) {
  unsigned old = set ? __atomic_fetch_or(&self->cancel, bit, __ATOMIC_SEQ_CST)
                     : __atomic_fetch_and(&self->cancel, (unsigned char)~bit, __ATOMIC_SEQ_CST);
  if (must_stop_at_once(set ? old | bit : old & ~(unsigned)bit))
    __library_thread_cancel(self);
  return old;
}

int pthread_setcancelstate(int state, int *old_state) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
    return EINVAL;
  unsigned old = change(__heddle_self(), CANCEL_DISABLED, state == PTHREAD_CANCEL_DISABLE);
  if (old_state)
    *old_state = old & CANCEL_DISABLED ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  return 0;
}

int pthread_setcanceltype(int type, int *old_type) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
    return EINVAL;
  unsigned old = change(__heddle_self(), CANCEL_ASYNCHRONOUS, type == PTHREAD_CANCEL_ASYNCHRONOUS);
  if (old_type)
    *old_type = old & CANCEL_ASYNCHRONOUS ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  return 0;
}

/* pthread_cleanup_push_defer_np: the old type is kept in the handler's second spare word. */
void __pthread_register_cancel_defer(__pthread_unwind_buf_t *handler) {
  __pthread_register_cancel(handler);
  unsigned old = change(__heddle_self(), CANCEL_ASYNCHRONOUS, 0);
  handler->__pad[1] = (void *)(heddle_word)(old & CANCEL_ASYNCHRONOUS);
}

void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *handler) {
  __pthread_unregister_cancel(handler);
  if (handler->__pad[1])
    change(__heddle_self(), CANCEL_ASYNCHRONOUS, 1);
}
