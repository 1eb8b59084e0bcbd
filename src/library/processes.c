/* SPDX-License-Identifier: Apache-2.0 */
/* Timers that send signals or start threads, and queues, semaphores and memory that processes share: none of
 * these is modelled. To take them for functions without effect would miss what they are for. */
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
