/* SPDX-License-Identifier: Apache-2.0 */
/* Signals: their handlers and masks, and how they are sent. Those that come from outside are assumed
 * not to come unless a thread waits for them, which the user is told. A signal that a thread sends to
 * itself has its effect at once: it calls its handler, or ends the program, which violates `abort`. A
 * blocked signal is pending until its thread does not block it any more, or waits for it
 * (signal_waiting.c). A handler that interrupts another thread at any of its steps is not modelled.
 * Sets of signals are glibc's bits.
 *
 * While a handler runs its signal is blocked, also after a longjmp out of it. */
#define _GNU_SOURCE
#include "errors.h"
#include "heddle.h"
#include "process.h"
#include "signals.h"
#include "thread.h"

#include <signal.h>
#include <stddef.h>

struct disposition {
  void (*handler)(int signal); /* SIG_DFL is 0 */
  heddle_word flags;           /* of sigaction; a word, so that there is no padding, which is arbitrary */
  unsigned long long mask;     /* blocked while the handler runs */
};

static struct disposition dispositions[SIGNALS];
unsigned long long __library_pending_signals;
static unsigned long long blocked_by_all; /* no thread unblocked it since the only one blocked it */
static unsigned long long kept_for_threads; /* pending for a thread, or they were */

static void suppose_no_others(void) {
  __heddle_suppose("signals come only from the program itself");
}

unsigned char __library_alarm_is_set;

/* Was a handler installed without SA_RESTART? */
extern unsigned char __library_signals_interrupt;
unsigned char __library_signals_interrupt;

static int is_no_signal(int signal) {
  if (signal >= 1 && signal < SIGNALS)
    return 0;
  *__errno_location() = ERROR_INVAL;
  return 1;
}

/* `fresh` may be NULL. */
static struct disposition exchange(int signal, const struct disposition *fresh) {
  __heddle_atomic_begin();
  struct disposition old = dispositions[signal];
  if (fresh != NULL)
    dispositions[signal] = *fresh;
  __heddle_atomic_end();
  return old;
}

int __library_is_ignored(int number) {
  __sighandler_t handler = dispositions[number].handler;
  return handler == SIG_IGN || (handler == SIG_DFL && (mask_of(number) & IGNORED_SIGNALS));
}

/* A signal that is ignored from now on is not pending any more. In an atomic section. */
static void discard(int signal) {
  unsigned long long mask = mask_of(signal);
  if (__library_pending_signals & mask)
    __library_pending_signals &= ~mask;
  if (!(kept_for_threads & mask))
    return;
  if (!__heddle_alone())
    __heddle_unsupported("ignoring a signal that may be pending for another thread");
  struct thread *self = __heddle_self();
  self->pending_signals &= ~mask;
  kept_for_threads &= ~mask;
}

/* In an atomic section. */
static void reject_handled_alarm(void) {
  __sighandler_t handler = dispositions[SIGALRM].handler;
  if (handler != SIG_DFL && handler != SIG_IGN && __library_alarm_is_set)
    __heddle_unsupported("alarm with a handler, which interrupts the program anywhere");
}

static struct disposition set_disposition(int signal, const struct disposition *fresh) {
  __heddle_atomic_begin();
  struct disposition old = exchange(signal, fresh);
  if (signal == SIGALRM)
    reject_handled_alarm();
  if (__library_is_ignored(signal))
    discard(signal);
  __heddle_atomic_end();
  return old;
}

static __sighandler_t set_handler(int signal, __sighandler_t handler, int flags) {
  if (is_no_signal(signal) || signal == SIGKILL || signal == SIGSTOP)
    return SIG_ERR;
  suppose_no_others();
  struct disposition fresh = {handler, (heddle_word)flags, 0};
  return set_disposition(signal, &fresh).handler;
}

#undef signal
__sighandler_t signal(int number, __sighandler_t handler) {
  return set_handler(number, handler, SA_RESTART);
}

__sighandler_t __sysv_signal(int number, __sighandler_t handler);
__sighandler_t __sysv_signal(int number, __sighandler_t handler) {
  return set_handler(number, handler, (int)(SA_RESETHAND | SA_NODEFER));
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  if (is_no_signal(number) || (action != NULL && (number == SIGKILL || number == SIGSTOP)))
    return -1;
  suppose_no_others();
  struct disposition fresh = {NULL, 0, 0};
  if (action != NULL)
    fresh = (struct disposition){action->sa_handler, (heddle_word)(unsigned)action->sa_flags,
                                 mask_of_set(&action->sa_mask)};
  struct disposition before =
      action != NULL ? set_disposition(number, &fresh) : exchange(number, NULL);
  if (fresh.handler != SIG_DFL && fresh.handler != SIG_IGN && !(action->sa_flags & SA_RESTART))
    __atomic_store_n(&__library_signals_interrupt, 1, __ATOMIC_SEQ_CST);
  if (old != NULL) {
    __heddle_fill(old, 0, sizeof *old);
    old->sa_handler = before.handler;
    old->sa_flags = (int)before.flags;
    write_set(&old->sa_mask, before.mask);
  }
  return 0;
}

/* The default action. */
static void act_by_default(int number) {
  switch (number) {
  case SIGCHLD:
  case SIGCONT:
  case SIGURG:
  case SIGWINCH:
    return;
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU:
    __heddle_unsupported("raise of a signal that stops the program");
    return;
  case SIGABRT:
    __heddle_error("abort", "SIGABRT is raised, which ends the program");
    break;
  case SIGSEGV:
    __heddle_error("abort", "SIGSEGV is raised, which ends the program");
    break;
  case SIGTERM:
    __heddle_error("abort", "SIGTERM is raised, which ends the program");
    break;
  case SIGKILL:
    __heddle_error("abort", "SIGKILL is raised, which ends the program");
    break;
  default:
    __heddle_error("abort", "a signal is raised that ends the program");
  }
  __heddle_exit(128 + number);
}

/* In an atomic section. */
static void set_blocked(struct thread *self, unsigned long long blocked) {
  blocked &= ~(mask_of(SIGKILL) | mask_of(SIGSTOP));
  if (blocked_by_all & ~blocked)
    blocked_by_all &= blocked;
  if (self->blocked_signals != blocked)
    self->blocked_signals = blocked;
}

void __library_change_blocked(unsigned long long blocked) {
  struct thread *self = __heddle_self();
  __heddle_atomic_begin();
  set_blocked(self, blocked);
  __heddle_atomic_end();
  __library_deliver_unblocked();
}

typedef void informed_handler(int number, siginfo_t *information, void *context);

/* Calls the handler as the kernel would. */
static void call_handler(int number, int code, const struct disposition *found) {
  struct thread *self = __heddle_self();
  if (found->flags & SA_RESETHAND) {
    struct disposition standard = {SIG_DFL, 0, 0};
    exchange(number, &standard);
  }
  __heddle_atomic_begin();
  unsigned long long before = self->blocked_signals;
  set_blocked(self, before | found->mask | (found->flags & SA_NODEFER ? 0 : mask_of(number)));
  __heddle_atomic_end();
  if (found->flags & SA_SIGINFO) {
    siginfo_t information;
    ucontext_t context; /* arbitrary */
    __library_inform(&information, number, code);
    ((informed_handler *)(void *)found->handler)(number, &information, &context);
  } else {
    found->handler(number);
  }
  __library_change_blocked(before);
}

void __library_deliver(int number, int code) {
  struct disposition found = exchange(number, NULL);
  if (found.handler == SIG_DFL)
    act_by_default(number);
  else if (found.handler != SIG_IGN)
    call_handler(number, code, &found);
}

void __library_deliver_unblocked(void) {
  struct thread *self = __heddle_self();
  for (;;) {
    __heddle_atomic_begin();
    int code, number = __library_take_signal(self, ~self->blocked_signals, &code);
    __heddle_atomic_end();
    if (number == 0)
      return;
    __library_deliver(number, code);
  }
}

unsigned long long __library_handled_from_outside(unsigned long long signals) {
  unsigned long long handled = 0;
  for (int i = 1; i < SIGNALS / 2; i++)
    if (signals & OUTSIDE_SIGNALS & mask_of(i) && dispositions[i].handler != SIG_DFL &&
        dispositions[i].handler != SIG_IGN)
      handled |= mask_of(i);
  return handled;
}

/* In an atomic section. */
static void keep_for(struct thread *thread, int number) {
  thread->pending_signals |= mask_of(number);
  kept_for_threads |= mask_of(number);
}

int raise(int number) {
  struct thread *self = __heddle_self();
  if (is_no_signal(number))
    return -1;
  __heddle_atomic_begin();
  int is_blocked = (self->blocked_signals & mask_of(number)) != 0;
  if (is_blocked)
    keep_for(self, number);
  __heddle_atomic_end();
  if (!is_blocked)
    __library_deliver(number, SI_TKILL);
  return 0;
}

void __library_break_connection(void) {
  const struct thread *self = __heddle_self();
  __heddle_atomic_begin();
  int ends = dispositions[SIGPIPE].handler == SIG_DFL && !(self->blocked_signals & mask_of(SIGPIPE));
  __heddle_atomic_end();
  if (ends)
    __heddle_exit(128 + SIGPIPE);
  raise(SIGPIPE);
}

/* Keeps a signal that no thread takes now. In an atomic section. */
static int is_pending_for_all(int number) {
  const struct thread *self = __heddle_self();
  unsigned long long mask = mask_of(number);
  if (blocked_by_all & mask || (self->blocked_signals & mask && __heddle_alone()))
    return 1;
  if (self->blocked_signals & mask)
    __heddle_unsupported("a signal to the process that the caller blocks and another thread may get");
  return 0;
}

/* To the own process, where any thread may get it. */
int kill(int process, int number) {
  if (number != 0 && is_no_signal(number))
    return -1;
  if (process != getpid())
    __heddle_unsupported("kill of another process");
  if (number == 0)
    return 0;
  __heddle_atomic_begin();
  int is_pending = is_pending_for_all(number), is_for_nobody = __library_is_ignored(number);
  struct disposition found = dispositions[number];
  if (is_pending)
    __library_pending_signals |= mask_of(number);
  __heddle_atomic_end();
  if (is_pending || is_for_nobody)
    return 0;
  if (found.handler != SIG_DFL && !__heddle_alone())
    __heddle_unsupported("kill with a handler that any thread may call");
  __library_deliver(number, SI_USER);
  return 0;
}

/* Is it kept for the thread? Not if it is ignored, or takes effect at once. In an atomic section.
 */
static int is_kept_for(const struct thread *thread, int number) {
  if (thread->blocked_signals & mask_of(number))
    return 1;
  return thread->awaits_handler && !__library_is_ignored(number) && dispositions[number].handler != SIG_DFL;
}

/* Signal 0 only asks whether the thread exists. */
int pthread_kill(pthread_t thread, int number) {
  struct thread *target = (struct thread *)thread;
  if (number < 0 || number >= SIGNALS)
    return ERROR_INVAL;
  if (thread_is_over(__atomic_load_n(&target->state, __ATOMIC_SEQ_CST))) {
    __heddle_error("memory", "use of a thread that was joined, or detached and has ended");
    return ERROR_SRCH;
  }
  if (number == 0)
    return 0;
  __heddle_atomic_begin();
  int is_kept = is_kept_for(target, number), is_for_nobody = __library_is_ignored(number);
  int is_handled = dispositions[number].handler != SIG_DFL;
  if (is_kept)
    keep_for(target, number);
  __heddle_atomic_end();
  if (is_kept || is_for_nobody)
    return 0;
  if (is_handled && target != __heddle_self())
    __heddle_unsupported("pthread_kill with a handler that another thread calls");
  __library_deliver(number, SI_TKILL);
  return 0;
}

/* An alarm that is not blocked ends the program. Every prefix of such an execution also exists
 * without the alarm, so it is assumed not to go off, unless a thread waits for it
 * (signal_waiting.c). */
unsigned alarm(unsigned seconds) {
  const struct thread *self = __heddle_self();
  __heddle_suppose("no alarm goes off before the program ends, unless a thread waits for it");
  __heddle_atomic_begin();
  unsigned rest = __library_alarm_is_set ? __heddle_nondet_u32() : 0;
  __library_alarm_is_set = seconds != 0;
  reject_handled_alarm();
  if (self->blocked_signals & mask_of(SIGALRM))
    (void)is_pending_for_all(SIGALRM);
  __heddle_atomic_end();
  return rest;
}

int tgkill(int process, int thread, int number);
int tgkill(int process, int thread, int number) {
  (void)process, (void)thread, (void)number;
  __heddle_unsupported("tgkill");
  return -1;
}

int sigqueue(int process, int number, const union sigval value) {
  (void)process, (void)number, (void)value;
  __heddle_unsupported("sigqueue");
  return -1;
}

int pthread_sigqueue(pthread_t thread, int number, const union sigval value) {
  (void)thread, (void)number, (void)value;
  __heddle_unsupported("pthread_sigqueue");
  return ERROR_INVAL;
}

/* A handler of SIGABRT may leave by longjmp or end the program; if it returns, abort goes on. */
_Noreturn void abort(void) {
  if (__atomic_load_n(&dispositions[SIGABRT].handler, __ATOMIC_SEQ_CST) != SIG_DFL) {
    struct disposition found = exchange(SIGABRT, NULL);
    const struct thread *self = __heddle_self();
    if (found.handler != SIG_IGN && found.handler != SIG_DFL &&
        !(self->blocked_signals & mask_of(SIGABRT)))
      call_handler(SIGABRT, SI_TKILL, &found);
  }
  __heddle_error("abort", "abort is called");
  __library_end_quietly();
}

/* __builtin_trap and its like: an illegal instruction, SIGILL. */
_Noreturn void __library_trap(void);
_Noreturn void __library_trap(void) {
  if (__atomic_load_n(&dispositions[SIGILL].handler, __ATOMIC_SEQ_CST) != SIG_DFL)
    __heddle_unsupported("a trap whose signal has a handler");
  __heddle_error("abort", "a trap is executed");
  __heddle_exit(128 + SIGILL);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  struct thread *self = __heddle_self();
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
    return ERROR_INVAL;
  unsigned long long given = set != NULL ? mask_of_set(set) : 0;
  __heddle_atomic_begin();
  unsigned long long before = self->blocked_signals, blocked = before;
  if (set != NULL)
    blocked = how == SIG_BLOCK ? before | given : how == SIG_UNBLOCK ? before & ~given : given;
  if (set != NULL)
    set_blocked(self, blocked);
  if (blocked & ~before && __heddle_alone())
    blocked_by_all |= self->blocked_signals;
  __heddle_atomic_end();
  if (old != NULL)
    write_set(old, before);
  if (before & ~blocked)
    __library_deliver_unblocked();
  return 0;
}

int sigemptyset(sigset_t *set) {
  __heddle_fill(set, 0, sizeof *set);
  return 0;
}

int sigfillset(sigset_t *set) {
  __heddle_fill(set, 0xff, sizeof *set);
  return 0;
}

enum { WORD_BITS = 8 * sizeof(unsigned long) };

static unsigned long bit_of(int signal) { return 1ul << ((unsigned)signal - 1) % WORD_BITS; }

static unsigned word_of(int signal) { return ((unsigned)signal - 1) / WORD_BITS; }

int sigaddset(sigset_t *set, int signal) {
  if (is_no_signal(signal))
    return -1;
  set->__val[word_of(signal)] |= bit_of(signal);
  return 0;
}

int sigdelset(sigset_t *set, int signal) {
  if (is_no_signal(signal))
    return -1;
  set->__val[word_of(signal)] &= ~bit_of(signal);
  return 0;
}

int sigismember(const sigset_t *set, int signal) {
  if (is_no_signal(signal))
    return -1;
  return (set->__val[word_of(signal)] & bit_of(signal)) != 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  int refused = pthread_sigmask(how, set, old);
  if (refused == 0)
    return 0;
  *__errno_location() = refused;
  return -1;
}
