/* SPDX-License-Identifier: Apache-2.0 */
/* A mark in an object that was initialised by a call, to find that it is initialised once more
 * without being destroyed, which POSIX leaves undefined. Only variables with static storage have
 * it: heap blocks and the stack may be used again although the object there was not destroyed, and
 * their initial contents are arbitrary. A variable that is zero, or a copy of an initialised
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

/* A digit of a number, in its place. Pointer analysis follows what is shifted, not by how much, so
 * it does not take the result for a part of an address. */
static inline unsigned digit_at(heddle_word number, int place) {
  return (unsigned)(0xfedcba9876543210ull >> (number >> place & 15) * 4 & 15) << place;
}

/* The address, made of its digits: as a part of an address it would be one of the things that the
 * object may point to, and an access through the owner of a mutex would seem to reach every mutex.
 */
static inline unsigned mark_of(const void *object) {
  heddle_word address = (heddle_word)object;
  return digit_at(address, 0) | digit_at(address, 4) | digit_at(address, 8) |
         digit_at(address, 12) | digit_at(address, 16) | digit_at(address, 20) |
         digit_at(address, 24) | digit_at(address, 28) | 1;
}

#endif
