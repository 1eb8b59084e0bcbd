/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors from which signals are read (signalfd). */
#define _GNU_SOURCE
#include "descriptors.h"
#include "errors.h"
#include "signals.h"

#include <sys/signalfd.h>

/* Makes a descriptor, or changes the signals of one. poll takes what it reports for something that
 * comes from outside. */
int signalfd(int descriptor, const sigset_t *set, int flags) {
  struct description *description;
  unsigned long long wanted = mask_of_set(set);
  if (descriptor == -1 && __heddle_fault("signalfd"))
    return __library_fail(ERROR_MFILE);
  if (!(wanted & OUTSIDE_SIGNALS))
    __heddle_unsupported("signalfd for signals that only the program itself sends");
  __heddle_atomic_begin();
  if (descriptor == -1)
    descriptor = __library_add_descriptor(KIND_SIGNALS, &description);
  else
    description = __library_find_description(descriptor);
  int is_wrong = description == NULL || description->kind != KIND_SIGNALS;
  if (!is_wrong) {
    description->count = wanted;
    description->is_nonblocking = (flags & SFD_NONBLOCK) != 0;
  }
  __heddle_atomic_end();
  return !is_wrong ? descriptor : description == NULL ? -1 : __library_fail(ERROR_INVAL);
}

__PTRDIFF_TYPE__ __library_read_signal(unsigned long long wanted, int waits, void *to, size_t size) {
  struct signalfd_siginfo information;
  if (size < sizeof information)
    return __library_fail(ERROR_INVAL);
  int code = SI_USER, number = __library_receive_signal(wanted, waits, &code);
  if (number == 0)
    return __library_fail(ERROR_AGAIN);
  __heddle_fill(&information, 0, sizeof information);
  information.ssi_signo = (unsigned)number;
  information.ssi_code = code;
  information.ssi_pid = (unsigned)getpid();
  information.ssi_uid = __heddle_nondet_u32();
  __heddle_copy(to, &information, sizeof information);
  return sizeof information;
}
