/* SPDX-License-Identifier: Apache-2.0 */
/* Unsupported: timers that send signals or start threads, and queues, semaphores and memory that
 * processes share. Treating them as functions without effect would miss their purpose. */
#include "heddle.h"

#define UNSUPPORTED(name)                                                                          \
  int name(void);                                                                                  \
  int name(void) {                                                                                 \
    __heddle_unsupported(#name);                                                                   \
    return -1;                                                                                     \
  }

UNSUPPORTED(clone)
UNSUPPORTED(mq_notify)
UNSUPPORTED(mq_open)
UNSUPPORTED(mq_receive)
UNSUPPORTED(mq_send)
UNSUPPORTED(mq_timedreceive)
UNSUPPORTED(mq_timedsend)
UNSUPPORTED(msgget)
UNSUPPORTED(msgrcv)
UNSUPPORTED(msgsnd)
UNSUPPORTED(semget)
UNSUPPORTED(semop)
UNSUPPORTED(semtimedop)
UNSUPPORTED(setitimer)
UNSUPPORTED(shmget)
UNSUPPORTED(timer_create)
UNSUPPORTED(ualarm)
