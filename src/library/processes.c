/* SPDX-License-Identifier: Apache-2.0 */
/* Unsupported: timers that send signals or start threads, and new processes. Treating them as functions
 * without effect would miss their purpose. */
#include "heddle.h"

#define UNSUPPORTED(name)                                                                          \
  int name(void);                                                                                  \
  int name(void) {                                                                                 \
    __heddle_unsupported(#name);                                                                   \
    return -1;                                                                                     \
  }

UNSUPPORTED(clone)
UNSUPPORTED(setitimer)
UNSUPPORTED(timer_create)
UNSUPPORTED(ualarm)
