/* SPDX-License-Identifier: Apache-2.0 */
/* What signals.c and signal_waiting.c share. A mask has the bit 1 << (signal - 1). */
#ifndef LIBRARY_SIGNALS_H
#define LIBRARY_SIGNALS_H

#include "thread.h"

#include <signal.h>

enum { SIGNALS = 65 };

static inline unsigned long long mask_of(int signal) { return 1ull << (signal - 1); }

/* Which do nothing by default. */
#define IGNORED_SIGNALS (mask_of(SIGCHLD) | mask_of(SIGCONT) | mask_of(SIGURG) | mask_of(SIGWINCH))
/* Which a terminal, a user or another process sends to a program that waits for them. */
#define OUTSIDE_SIGNALS                                                                            \
  (IGNORED_SIGNALS | mask_of(SIGHUP) | mask_of(SIGINT) | mask_of(SIGQUIT) | mask_of(SIGTERM) |     \
   mask_of(SIGTSTP) | mask_of(SIGTTIN) | mask_of(SIGTTOU) | mask_of(SIGIO) | mask_of(SIGPWR))

static inline unsigned long long mask_of_set(const sigset_t *set) {
  unsigned long long mask = set->__val[0];
  if (sizeof set->__val[0] == 4)
    mask |= (unsigned long long)set->__val[1] << 16 << 16;
  return mask;
}

static inline void write_set(sigset_t *set, unsigned long long mask) {
  __heddle_fill(set, 0, sizeof *set);
  set->__val[0] = (unsigned long)mask;
  if (sizeof set->__val[0] == 4)
    set->__val[1] = (unsigned long)(mask >> 16 >> 16);
}

extern unsigned long long __library_pending_signals; /* of the process, for any thread */
extern unsigned char __library_alarm_is_set;         /* and has not gone off */

/* Has the effect of the signal on the running thread, which does not block it. */
void __library_deliver(int number, int code);
void __library_deliver_unblocked(void);
/* Sets the mask of the running thread, and delivers what it does not block any more. */
void __library_change_blocked(unsigned long long blocked);
/* Which of these may come from outside and have a handler. In an atomic section. */
unsigned long long __library_handled_from_outside(unsigned long long signals);
/* In an atomic section. */
int __library_is_ignored(int number);
/* Takes one of the signals that are pending; 0: none is. `code` is that of siginfo_t. In an atomic
 * section. */
int __library_take_signal(struct thread *self, unsigned long long wanted, int *code);
/* Takes one of the signals or waits for one; 0: there is none, and it does not wait. */
int __library_receive_signal(unsigned long long wanted, int waits, int *code);
void __library_inform(siginfo_t *information, int number, int code);

#endif
