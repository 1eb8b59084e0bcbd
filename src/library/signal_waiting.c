/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting for signals. A signal that only the program sends arrives when it is sent: a thread that
 * waits for it without a limit is blocked until then. A signal that may come from outside, such as
 * SIGTERM, may come at any time to a thread that waits for it. */
#define _GNU_SOURCE
#include "errors.h"
#include "heddle.h"
#include "signals.h"
#include "thread.h"

#include <stddef.h>

int getpid(void);
int pause(void);

/* One of them; each is possible. */
static int choose(unsigned long long signals) {
  int number = 1;
  for (;; number++) {
    if (!(signals & mask_of(number)))
      continue;
    signals &= ~mask_of(number);
    if (signals == 0 || __heddle_nondet_choice())
      return number;
  }
}

int __library_take_signal(struct thread *self, unsigned long long wanted, int *code) {
  unsigned long long own = self->pending_signals & wanted;
  unsigned long long pending = own | (__library_pending_signals & wanted);
  if (pending == 0)
    return 0;
  int number = choose(pending);
  int is_own = (own & mask_of(number)) != 0;
  *code = is_own ? SI_TKILL : SI_USER;
  if (is_own)
    self->pending_signals &= ~mask_of(number);
  else
    __library_pending_signals &= ~mask_of(number);
  return number;
}

void __library_inform(siginfo_t *information, int number, int code) {
  __heddle_fill(information, 0, sizeof *information);
  information->si_signo = number;
  information->si_code = code;
  information->si_pid = getpid();
  information->si_uid = __heddle_nondet_u32();
}

struct awaited {
  struct thread *self;
  unsigned long long wanted;
};

static int is_pending_or_cancelled(void *object, heddle_word argument) {
  const struct awaited *awaited = (const struct awaited *)argument;
  return ((*(unsigned long long *)object | awaited->self->pending_signals) & awaited->wanted) != 0 ||
         thread_is_cancelled(awaited->self);
}

/* 0: the thread is cancelled. `outside` are those that may come from there. In an atomic section. */
static int wait_for(unsigned long long wanted, unsigned long long outside, int *code) {
  struct thread *self = __heddle_self();
  __heddle_suppose("signals like SIGTERM may come from outside to a thread that waits for them, others "
                   "come only from the program itself");
  if (outside != 0) {
    int number = __heddle_nondet_choice() ? __library_take_signal(self, wanted, code) : 0;
    *code = number == 0 ? SI_USER : *code;
    return number == 0 ? choose(outside) : number;
  }
  struct awaited awaited = {self, wanted};
  __heddle_block_until(is_pending_or_cancelled, &__library_pending_signals, (heddle_word)&awaited);
  return __library_take_signal(self, wanted, code);
}

/* In an atomic section. */
static unsigned long long set_alarm(void) {
  return __library_alarm_is_set ? mask_of(SIGALRM) : 0;
}

int __library_receive_signal(unsigned long long wanted, int waits, int *code) {
  struct thread *self = __heddle_self();
  __heddle_atomic_begin();
  unsigned long long outside = wanted & (OUTSIDE_SIGNALS | set_alarm());
  int number = waits ? wait_for(wanted, outside, code) : __library_take_signal(self, wanted, code);
  if (number == 0 && !waits && outside != 0 && __heddle_nondet_choice())
    number = choose(outside);
  if (number == SIGALRM)
    __library_alarm_is_set = 0;
  __heddle_atomic_end();
  if (number == 0 && waits)
    __library_thread_cancel(self);
  return number;
}

int sigwait(const sigset_t *set, int *number) {
  int code;
  *number = __library_receive_signal(mask_of_set(set), 1, &code);
  return 0;
}

int sigwaitinfo(const sigset_t *set, siginfo_t *information) {
  int code = SI_USER, number = __library_receive_signal(mask_of_set(set), 1, &code);
  if (information != NULL)
    __library_inform(information, number, code);
  return number;
}

/* A time-out can come at any time, so a thread that would wait returns at once. */
int sigtimedwait(const sigset_t *set, siginfo_t *information, const struct timespec *limit) {
  if (limit == NULL)
    return sigwaitinfo(set, information);
  int code = SI_USER, number = 0;
  if (!time_is_invalid(limit))
    number = __library_receive_signal(mask_of_set(set), 0, &code);
  if (number == 0) {
    *__errno_location() = time_is_invalid(limit) ? ERROR_INVAL : ERROR_AGAIN;
    return -1;
  }
  if (information != NULL)
    __library_inform(information, number, code);
  return number;
}

int sigpending(sigset_t *set) {
  const struct thread *self = __heddle_self();
  __heddle_atomic_begin();
  unsigned long long pending = self->pending_signals | __library_pending_signals;
  pending &= self->blocked_signals;
  __heddle_atomic_end();
  write_set(set, pending);
  return 0;
}

/* Waits for a signal that this mask does not block and that has a handler, or ends the program. One
 * that is ignored was kept only because it was blocked. */
static int wait_for_handler(unsigned long long blocked) {
  struct thread *self = __heddle_self();
  int code, number;
  __heddle_atomic_begin();
  unsigned long long before = self->blocked_signals;
  self->awaits_handler = 1;
  self->blocked_signals = blocked;
  if (set_alarm() & ~blocked && !__library_is_ignored(SIGALRM))
    __heddle_exit(128 + SIGALRM); /* it goes off */
  do {
    number = wait_for(~blocked, __library_handled_from_outside(~blocked), &code);
  } while (number != 0 && __library_is_ignored(number));
  self->awaits_handler = 0;
  if (number == 0)
    self->blocked_signals = before;
  __heddle_atomic_end();
  if (number == 0)
    __library_thread_cancel(self);
  __library_deliver(number, code);
  __library_change_blocked(before);
  *__errno_location() = ERROR_INTR;
  return -1;
}

int sigsuspend(const sigset_t *mask) { return wait_for_handler(mask_of_set(mask)); }

int pause(void) {
  const struct thread *self = __heddle_self();
  return wait_for_handler(self->blocked_signals);
}
