/* SPDX-License-Identifier: Apache-2.0 */
/* Signals. Those that come from outside are assumed not to come, which the user is told; one that a
 * thread sends to its own process has its effect at once: it calls its handler, or ends the program,
 * which violates `abort`. Sets of signals are glibc's bits.
 *
 * While a handler runs its signal is blocked, also after a longjmp out of it. Signals that are
 * blocked would have to be kept until they are not, which is not modelled: raising one that
 * pthread_sigmask blocked once, or in its own handler, is unsupported. */
#define _GNU_SOURCE
#include "errors.h"
#include "heddle.h"
#include "process.h"
#include "thread.h"

#include <signal.h>
#include <stddef.h>

int getpid(void);

enum { SIGNALS = 65 };

struct disposition {
  void (*handler)(int signal); /* SIG_DFL is 0 */
  heddle_word flags;           /* of sigaction; a word, so that there is no padding, which is arbitrary */
};

static struct disposition dispositions[SIGNALS];
static unsigned long long ever_blocked; /* by any thread */
_Thread_local unsigned long long __library_handled_signals;

static unsigned long long mask_of(int signal) { return 1ull << (signal - 1); }

static void suppose_no_others(void) {
  __heddle_suppose("signals come only from the program itself");
}

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

static __sighandler_t set_handler(int signal, __sighandler_t handler, int flags) {
  if (is_no_signal(signal) || signal == SIGKILL || signal == SIGSTOP)
    return SIG_ERR;
  suppose_no_others();
  struct disposition fresh = {handler, (heddle_word)flags};
  return exchange(signal, &fresh).handler;
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
  struct disposition fresh = {NULL, 0};
  if (action != NULL)
    fresh = (struct disposition){action->sa_handler, (heddle_word)(unsigned)action->sa_flags};
  struct disposition before = exchange(number, action != NULL ? &fresh : NULL);
  if (fresh.handler != SIG_DFL && fresh.handler != SIG_IGN && !(action->sa_flags & SA_RESTART))
    __atomic_store_n(&__library_signals_interrupt, 1, __ATOMIC_SEQ_CST);
  if (old != NULL) {
    __heddle_fill(old, 0, sizeof *old);
    old->sa_handler = before.handler;
    old->sa_flags = (int)before.flags;
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

/* Calls the handler as the kernel would. */
static void call_handler(int number, const struct disposition *found) {
  if (found->flags & SA_SIGINFO)
    __heddle_unsupported("a signal whose handler asks for information");
  if (found->flags & SA_RESETHAND) {
    struct disposition standard = {SIG_DFL, 0};
    exchange(number, &standard);
  }
  if (!(found->flags & SA_NODEFER))
    __library_handled_signals |= mask_of(number);
  found->handler(number);
  __library_handled_signals &= ~mask_of(number);
}

static struct disposition find_disposition(int number) {
  __heddle_atomic_begin();
  struct disposition found = dispositions[number];
  if (ever_blocked & mask_of(number))
    __heddle_unsupported("raise of a signal that is or was blocked");
  __heddle_atomic_end();
  if (__library_handled_signals & mask_of(number))
    __heddle_unsupported("raise of a signal in its own handler, or after a longjmp out of it");
  return found;
}

int raise(int number) {
  if (is_no_signal(number))
    return -1;
  struct disposition found = find_disposition(number);
  if (found.handler == SIG_DFL)
    act_by_default(number);
  else if (found.handler != SIG_IGN)
    call_handler(number, &found);
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
  struct disposition found = find_disposition(number);
  if (found.handler == SIG_DFL)
    act_by_default(number);
  else if (found.handler != SIG_IGN && !__heddle_alone())
    __heddle_unsupported("kill with a handler that any thread may call");
  else if (found.handler != SIG_IGN)
    call_handler(number, &found);
  return 0;
}

/* Signal 0 only asks whether the thread exists. */
int pthread_kill(pthread_t thread, int number) {
  if (number < 0 || number >= SIGNALS)
    return ERROR_INVAL;
  if (thread_is_over(__atomic_load_n(&((struct thread *)thread)->state, __ATOMIC_SEQ_CST))) {
    __heddle_error("memory", "use of a thread that was joined, or detached and has ended");
    return ERROR_SRCH;
  }
  if (number == 0)
    return 0;
  struct disposition found = find_disposition(number);
  if (found.handler == SIG_DFL)
    act_by_default(number);
  else if (found.handler != SIG_IGN && (void *)thread != __heddle_self())
    __heddle_unsupported("pthread_kill with a handler that another thread calls");
  else if (found.handler != SIG_IGN)
    call_handler(number, &found);
  return 0;
}

/* A handler of SIGABRT may leave by longjmp or end the program; if it returns, abort goes on. */
_Noreturn void abort(void) {
  if (__atomic_load_n(&dispositions[SIGABRT].handler, __ATOMIC_SEQ_CST) != SIG_DFL) {
    struct disposition found = exchange(SIGABRT, NULL);
    if (found.handler != SIG_IGN && found.handler != SIG_DFL &&
        !(__library_handled_signals & mask_of(SIGABRT)))
      call_handler(SIGABRT, &found);
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
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
    return ERROR_INVAL;
  if (old)
    __heddle_unsupported("pthread_sigmask that asks for the old mask");
  if (set == NULL || how == SIG_UNBLOCK)
    return 0;
  unsigned long long blocked = set->__val[0];
  if (sizeof set->__val[0] == 4)
    blocked |= (unsigned long long)set->__val[1] << 16 << 16;
  __heddle_atomic_begin();
  if ((ever_blocked | blocked) != ever_blocked)
    ever_blocked |= blocked;
  __heddle_atomic_end();
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
