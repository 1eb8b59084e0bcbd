/* SPDX-License-Identifier: Apache-2.0 */
/* The signal functions of System V and BSD, the range of real-time signals, alternate stacks and names
 * of signals, on top of sigaction and masks. */
#define _GNU_SOURCE
#include "errors.h"
#include "heddle.h"
#include "signals.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

/* glibc keeps two for itself. */
int __libc_current_sigrtmin(void) { return 34; }

int __libc_current_sigrtmax(void) { return SIGNALS - 1; }

static int change_mask(int how, int signal, sigset_t *old) {
  sigset_t one;
  sigemptyset(&one);
  if (sigaddset(&one, signal) != 0)
    return -1;
  return sigprocmask(how, &one, old);
}

int sighold(int signal) { return change_mask(SIG_BLOCK, signal, NULL); }

int sigrelse(int signal) { return change_mask(SIG_UNBLOCK, signal, NULL); }

int sigignore(int signal) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  return sigaction(signal, &action, NULL);
}

__sighandler_t sigset(int signal, __sighandler_t handler) {
  struct sigaction action = {.sa_handler = handler}, old;
  sigset_t mask;
  if (handler == SIG_HOLD) {
    if (change_mask(SIG_BLOCK, signal, &mask) != 0 || sigaction(signal, NULL, &old) != 0)
      return SIG_ERR;
    return sigismember(&mask, signal) ? SIG_HOLD : old.sa_handler;
  }
  if (sigaction(signal, &action, &old) != 0 || change_mask(SIG_UNBLOCK, signal, &mask) != 0)
    return SIG_ERR;
  return sigismember(&mask, signal) ? SIG_HOLD : old.sa_handler;
}

/* Whether calls that a handler interrupts begin again is not modelled: they are not interrupted. */
int siginterrupt(int signal, int interrupts) {
  (void)interrupts;
  return sigaction(signal, NULL, NULL);
}

#undef sigpause
int sigpause(int signal);
int sigpause(int signal) {
  sigset_t mask;
  sigprocmask(SIG_SETMASK, NULL, &mask);
  if (sigdelset(&mask, signal) != 0)
    return -1;
  return sigsuspend(&mask);
}

__sighandler_t bsd_signal(int number, __sighandler_t handler);
__sighandler_t bsd_signal(int number, __sighandler_t handler) { return signal(number, handler); }

/* Handlers run on the stack of the thread: where their variables lie, no program can tell. */
int sigaltstack(const stack_t *stack, stack_t *old) {
  static _Thread_local stack_t current = {.ss_flags = SS_DISABLE};
  stack_t before = current;
  if (stack != NULL) {
    if ((stack->ss_flags & ~SS_DISABLE) != 0)
      return fail(ERROR_INVAL);
    if (stack->ss_flags == 0 && stack->ss_size < (size_t)sysconf(_SC_MINSIGSTKSZ))
      return fail(ERROR_NOMEM);
    current = (stack_t){.ss_flags = SS_DISABLE};
    if (stack->ss_flags == 0)
      current = *stack;
  }
  if (old != NULL)
    *old = before;
  return 0;
}

int killpg(int group, int signal) {
  if (group != 0 && group != getpgrp())
    __heddle_unsupported("killpg of another process group");
  return kill(getpid(), signal);
}

static const char *const names[] = {
    "Unknown signal 0",        "Hangup",
    "Interrupt",               "Quit",
    "Illegal instruction",     "Trace/breakpoint trap",
    "Aborted",                 "Bus error",
    "Floating point exception", "Killed",
    "User defined signal 1",   "Segmentation fault",
    "User defined signal 2",   "Broken pipe",
    "Alarm clock",             "Terminated",
    "Stack fault",             "Child exited",
    "Continued",               "Stopped (signal)",
    "Stopped",                 "Stopped (tty input)",
    "Stopped (tty output)",    "Urgent I/O condition",
    "CPU time limit exceeded", "File size limit exceeded",
    "Virtual timer expired",   "Profiling timer expired",
    "Window changed",          "I/O possible",
    "Power failure",           "Bad system call",
};

char *strsignal(int signal) {
  static char text[32];
  if (signal > 0 && signal < (int)(sizeof names / sizeof *names))
    return (char *)(heddle_word)names[signal];
  if (signal >= 34 && signal < SIGNALS)
    snprintf(text, sizeof text, "Real-time signal %d", signal - 34);
  else
    snprintf(text, sizeof text, "Unknown signal %d", signal);
  return text;
}

void psignal(int signal, const char *what) {
  if (what != NULL && *what != '\0')
    fprintf(stderr, "%s: %s\n", what, strsignal(signal));
  else
    fprintf(stderr, "%s\n", strsignal(signal));
}
