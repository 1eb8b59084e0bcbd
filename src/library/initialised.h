/* SPDX-License-Identifier: Apache-2.0 */
/* A mark in an object that was initialised by a call, to find that it is initialised once more
 * without being destroyed, which POSIX leaves undefined. Only variables with static storage have
 * it: heap blocks and the stack may be used again although the object there was not destroyed, and
 * their initial contents are arbitrary. A variable that is zero, or a copy of an initialised
 * object, has no mark. */
#ifndef LIBRARY_INITIALISED_H
#define LIBRARY_INITIALISED_H

#include "heddle.h"

/* A number for each place in variables with static storage, 0 for all other places. As the address
 * space is divided: program/address.h.
 *
 * It is made of the digits of the address: as a part of an address it would be one of the things
 * that the object may point to, and an access through the owner of a mutex would seem to reach every
 * mutex. Pointer analysis follows what is shifted, not by how much. */
static inline NAMES_VARIABLE unsigned name_of(const void *object) {
  heddle_word address = (heddle_word)object;
  int is_variable = sizeof address == 8 ? (unsigned long long)address >> 40 == 1
                                        : address >= 0x08000000 && address < 0x40000000;
  unsigned name = is_variable;
#define DIGIT(place) \
  (unsigned)(0xfedcba9876543210ull >> (address >> (place) & 15) * 4 & 15) << (place)
  if (is_variable)
    name = DIGIT(0) | DIGIT(4) | DIGIT(8) | DIGIT(12) | DIGIT(16) | DIGIT(20) | DIGIT(24) |
           DIGIT(28) | 1;
#undef DIGIT
  return name;
}

/* The mark of an object; 0 if it gets none. */
static inline unsigned mark_of(const void *object) {
  return __heddle_watching() ? name_of(object) : 0;
}

#endif
