/* SPDX-License-Identifier: Apache-2.0 */
/* What the models of threads share: the record that every thread has, main's too. A pthread_t or
 * thrd_t is the address of its record, which outlives the thread. All fields are zero at first.
 *
 * `state` and `cancel` are the only fields that other threads change while the thread runs: they
 * are read and written in atomic sections or by atomic operations. */
#ifndef LIBRARY_THREAD_H
#define LIBRARY_THREAD_H

#include "heddle.h"

#include <pthread.h>

struct thread {
  void *result;
  __pthread_unwind_buf_t *cleanup; /* newest cleanup handler; an older one is its __pad[0] */
  struct thread *joiner;           /* who joins it */
  const void *waits_for;           /* condition variable or queue of a futex, until it is woken */
  struct thread *next_waiter;      /* on the same condition variable, or on any futex */
  unsigned deaf_bits;              /* of wake-ups by bits: those that do not wake it */
  unsigned char state;             /* THREAD_* */
  unsigned char cancel;            /* CANCEL_* */
  unsigned char claimed;           /* it was detached or joined: `state` says which */
  unsigned char policy, priority;  /* of scheduling, to be asked for */
  unsigned char knows_policy;      /* else it has its creator's */
  unsigned char has_specific;      /* data: it has set some, so there are destructors to run */
  unsigned char awaits_handler;    /* it waits until the handler of a signal is called */
  unsigned long long processors;   /* that it may run on, a bit each; 0: all */
  unsigned long long blocked_signals, pending_signals; /* bit 1 << (signal - 1) */
};

enum {
  THREAD_ENDED = 1,
  THREAD_DETACHED = 2,
  THREAD_JOINED = 4,
};

enum {
  CANCEL_REQUESTED = 1,
  CANCEL_DISABLED = 2,
  CANCEL_ASYNCHRONOUS = 4,
};

/* Has the lifetime of its thread id ended? */
static inline int thread_is_over(unsigned state) {
  return state & THREAD_JOINED ||
         (state & (THREAD_ENDED | THREAD_DETACHED)) == (THREAD_ENDED | THREAD_DETACHED);
}

/* Must the thread act on a request to cancel it? */
static inline int thread_is_cancelled(const struct thread *self) {
  return (self->cancel & (CANCEL_REQUESTED | CANCEL_DISABLED)) == CANCEL_REQUESTED;
}

/* An id whose lifetime has ended is a memory error. Returns an error number. */
static inline int thread_check_alive(pthread_t thread) {
  if (!thread_is_over(__atomic_load_n(&((struct thread *)thread)->state, __ATOMIC_SEQ_CST)))
    return 0;
  __heddle_error("memory", "use of a thread that was joined, or detached and has ended");
  return 3; /* ESRCH */
}

/* Threads that wait are a list through their records, in the order of the records' addresses, so
 * that the order in which they came is not part of the state. */
static inline void thread_list_add(struct thread **first, struct thread *self) {
  struct thread *before = 0, *next = *first;
  while (next && next < self) {
    before = next;
    next = next->next_waiter;
  }
  if (next)
    self->next_waiter = next;
  if (before)
    before->next_waiter = self;
  else
    *first = self;
}

/* Takes off the list who follows `before`; null: the first. */
static inline void thread_list_remove(struct thread **first, struct thread *before,
                                      struct thread *waiter) {
  struct thread *next = waiter->next_waiter;
  if (before)
    before->next_waiter = next;
  else
    *first = next;
  if (next)
    waiter->next_waiter = 0;
  waiter->waits_for = 0;
}

/* The running thread takes itself off. */
static inline void thread_list_leave(struct thread **first, struct thread *self) {
  struct thread *before = 0, *waiter = *first;
  while (waiter && waiter != self) {
    before = waiter;
    waiter = waiter->next_waiter;
  }
  thread_list_remove(first, before, self);
}

/* A time-out that is no time: what POSIX asks to be refused. */
static inline int time_is_invalid(const struct timespec *time) {
  return time->tv_nsec < 0 || time->tv_nsec >= 1000000000;
}

/* Runs the destructors of thread-specific data; set by the first call that creates a key. It is no
 * field of the record: for pointer analysis a record holds whatever any of its fields holds, so the
 * result of a thread would be taken for a function to call. */
extern void (*__library_run_destructors)(void);
/* Ends the running thread: destructors of thread-specific data first; the last thread ends the
 * program. */
_Noreturn void __library_thread_finish(struct thread *self);
/* Runs the cleanup handlers that are left, newest first, then finishes. */
_Noreturn void __library_thread_unwind(struct thread *self);
/* Acts on a request to cancel the running thread. */
_Noreturn void __library_thread_cancel(struct thread *self);
/* Waits until the thread has ended, and ends the lifetime of its id. Returns an error number. */
int __library_thread_join(struct thread *other, void **result);
/* Is there a signal handler that makes a system call that waits return with EINTR? */
extern unsigned char __library_signals_interrupt;
/* Keeps what is known of a thread's scheduling. In an atomic section. */
void __library_thread_schedule(struct thread *thread, int policy, int priority);

#endif
