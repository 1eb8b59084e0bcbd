/* Signals. Those that come from outside are assumed not to come, which the user is told; one that a
 * thread raises in itself calls its handler at once. Sets of signals are glibc's bits. */
#include "errors.h"
#include "heddle.h"

#include <signal.h>
#include <stddef.h>

enum { SIGNALS = 65 };

struct disposition {
  void (*handler)(int signal); /* SIG_DFL is 0 */
  heddle_word has_information; /* no padding: its bytes would be arbitrary */
};

static struct disposition dispositions[SIGNALS];

/* Was a handler installed without SA_RESTART? */
extern unsigned char __library_signals_interrupt;
unsigned char __library_signals_interrupt;

static int is_no_signal(int signal) {
  if (signal >= 1 && signal < SIGNALS)
    return 0;
  *__errno_location() = ERROR_INVAL;
  return 1;
}

static struct disposition exchange(int signal, const struct disposition *fresh) {
  __heddle_suppose("signals come only from raise");
  __heddle_atomic_begin();
  struct disposition old = dispositions[signal];
  if (fresh != NULL)
    dispositions[signal] = *fresh;
  __heddle_atomic_end();
  return old;
}

static __sighandler_t set_handler(int signal, __sighandler_t handler) {
  if (is_no_signal(signal) || signal == SIGKILL || signal == SIGSTOP)
    return SIG_ERR;
  struct disposition fresh = {handler, 0};
  return exchange(signal, &fresh).handler;
}

#undef signal
__sighandler_t signal(int number, __sighandler_t handler) { return set_handler(number, handler); }

__sighandler_t __sysv_signal(int number, __sighandler_t handler);
__sighandler_t __sysv_signal(int number, __sighandler_t handler) {
  return set_handler(number, handler);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  if (is_no_signal(number) || (action != NULL && (number == SIGKILL || number == SIGSTOP)))
    return -1;
  struct disposition fresh = {NULL, 0};
  if (action != NULL)
    fresh = (struct disposition){action->sa_handler, (action->sa_flags & SA_SIGINFO) != 0};
  struct disposition before = exchange(number, action != NULL ? &fresh : NULL);
  if (fresh.handler != SIG_DFL && fresh.handler != SIG_IGN && !(action->sa_flags & SA_RESTART))
    __atomic_store_n(&__library_signals_interrupt, 1, __ATOMIC_SEQ_CST);
  if (old != NULL) {
    __heddle_fill(old, 0, sizeof *old);
    old->sa_handler = before.handler;
    old->sa_flags = before.has_information ? SA_SIGINFO : 0;
  }
  return 0;
}

static int ends_the_program(int signal) {
  return signal != SIGCHLD && signal != SIGCONT && signal != SIGURG && signal != SIGWINCH;
}

int raise(int number) {
  if (is_no_signal(number))
    return -1;
  __heddle_atomic_begin();
  struct disposition found = dispositions[number];
  __heddle_atomic_end();
  if (found.has_information)
    __heddle_unsupported("raise of a signal whose handler asks for information");
  else if (found.handler == SIG_DFL) {
    if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
      __heddle_unsupported("raise of a signal that stops the program");
    else if (ends_the_program(number))
      __heddle_exit(128 + number);
  } else if (found.handler != SIG_IGN) {
    found.handler(number);
  }
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
