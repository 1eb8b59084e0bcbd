/* SPDX-License-Identifier: Apache-2.0 */
/* How an operation ended. A status travels up to the command, which turns everything but STATUS_OK
 * into UNKNOWN(reason) or a usage error. It is never dropped. */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

enum status {
  STATUS_OK,
  STATUS_BAD_INPUT,   /* the user's files or flags; the message was already reported */
  STATUS_UNSUPPORTED, /* the program uses something heddle does not model */
  STATUS_LIMIT,       /* time, memory, address space or another bound */
  STATUS_CANCELLED,   /* Ctrl-C or a sibling engine was faster */
};

#endif
