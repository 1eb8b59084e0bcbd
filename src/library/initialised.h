/* SPDX-License-Identifier: Apache-2.0 */
/* A mark in an object that was initialised by a call, to find that it is initialised once more
 * without being destroyed, which POSIX leaves undefined. Only variables with static storage have it:
 * heap blocks and the stack may be used again without anybody having destroyed what was there, and
 * what they hold at first is arbitrary. A variable that is zero, or a copy of an initialised
 * object, has no mark. */
#ifndef LIBRARY_INITIALISED_H
#define LIBRARY_INITIALISED_H

#include "heddle.h"

/* As the address space is divided: program/address.h. */
static inline int is_marked_when_initialised(const void *object) {
  heddle_word address = (heddle_word)object;
  int is_variable = sizeof address == 8 ? (unsigned long long)address >> 40 == 1
                                        : address >= 0x08000000 && address < 0x40000000;
  return is_variable && __heddle_watching();
}

static inline unsigned mark_of(const void *object) { return (unsigned)(heddle_word)object | 1; }

#endif
