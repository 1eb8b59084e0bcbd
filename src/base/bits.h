/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of small numbers: an array of 64-bit words with one bit per number. Sets that are combined
 * have the same number of words.
 *
 *   size_t words = bits_words(count);      // for the numbers 0 to count - 1
 *   uint64_t *set = bits_create(words);    // empty; memory_release
 *   bits_each (number, set, words) …       // in ascending order */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* At least one, so that a set always has an address. */
static inline size_t bits_words(size_t count) { return count / 64 + 1; }

static inline uint64_t *bits_create(size_t words) {
  return memory_allocate_zeroed(words * sizeof(uint64_t));
}

static inline bool bits_has(const uint64_t *set, size_t number) {
  return set[number / 64] >> (number % 64) & 1;
}

static inline void bits_add(uint64_t *set, size_t number) {
  set[number / 64] |= UINT64_C(1) << (number % 64);
}

static inline void bits_remove(uint64_t *set, size_t number) {
  set[number / 64] &= ~(UINT64_C(1) << (number % 64));
}

static inline void bits_clear(uint64_t *set, size_t words) { memset(set, 0, words * sizeof *set); }

static inline void bits_copy(uint64_t *to, const uint64_t *from, size_t words) {
  memcpy(to, from, words * sizeof *to);
}

static inline bool bits_is_empty(const uint64_t *set, size_t words) {
  for (size_t i = 0; i < words; i++)
    if (set[i])
      return false;
  return true;
}

/* Do they have a number in common? */
static inline bool bits_meet(const uint64_t *a, const uint64_t *b, size_t words) {
  for (size_t i = 0; i < words; i++)
    if (a[i] & b[i])
      return true;
  return false;
}

static inline bool bits_include(const uint64_t *larger, const uint64_t *smaller, size_t words) {
  for (size_t i = 0; i < words; i++)
    if (smaller[i] & ~larger[i])
      return false;
  return true;
}

/* Adds all numbers of the second set to the first. Was one of them new? */
static inline bool bits_join(uint64_t *into, const uint64_t *more, size_t words) {
  uint64_t fresh = 0;
  for (size_t i = 0; i < words; i++) {
    fresh |= more[i] & ~into[i];
    into[i] |= more[i];
  }
  return fresh != 0;
}

/* Keeps the numbers that the second set has too. */
static inline void bits_intersect(uint64_t *into, const uint64_t *other, size_t words) {
  for (size_t i = 0; i < words; i++)
    into[i] &= other[i];
}

/* The least number of the set that is at least `from`; words * 64 if there is none. */
static inline size_t bits_next(const uint64_t *set, size_t words, size_t from) {
  for (size_t word = from / 64; word < words; word++) {
    uint64_t left = set[word] & (word == from / 64 ? UINT64_MAX << (from % 64) : UINT64_MAX);
    if (left)
      return word * 64 + (size_t)__builtin_ctzll(left);
  }
  return words * 64;
}

/* A loop over the numbers of a set, which may grow and shrink meanwhile. */
#define bits_each(number, set, words)                                                              \
  for (size_t number = bits_next((set), (words), 0); (number) < 64 * (words);                      \
       (number) = bits_next((set), (words), (number) + 1))

#endif
