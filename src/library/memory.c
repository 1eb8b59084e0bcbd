/* SPDX-License-Identifier: Apache-2.0 */
/* Copying, filling, comparing and searching bytes. While there is only one thread, a copy is one
 * step, as no other thread can see it half done. Otherwise it is a step per piece, between which
 * other threads may move, and races with it are found. */
#include "heddle.h"

#include <stddef.h>

static int is_word_aligned(const void *a, const void *b, size_t size) {
  return (((heddle_word)a | (heddle_word)b | size) & (sizeof(heddle_word) - 1)) == 0;
}

static void copy_upwards(unsigned char *to, const unsigned char *from, size_t size) {
  if (is_word_aligned(to, from, size)) {
    for (size_t i = 0; i < size; i += sizeof(heddle_word))
      *(heddle_word *)(to + i) = *(const heddle_word *)(from + i);
  } else {
    for (size_t i = 0; i < size; i++)
      to[i] = from[i];
  }
}

static void copy_downwards(unsigned char *to, const unsigned char *from, size_t size) {
  if (is_word_aligned(to, from, size)) {
    for (size_t i = size; i > 0; i -= sizeof(heddle_word))
      *(heddle_word *)(to + i - sizeof(heddle_word)) =
          *(const heddle_word *)(from + i - sizeof(heddle_word));
  } else {
    for (size_t i = size; i > 0; i--)
      to[i - 1] = from[i - 1];
  }
}

static void copy(void *to, const void *from, size_t size) {
  if (__heddle_alone())
    __heddle_copy(to, from, size);
  else if ((heddle_word)to - (heddle_word)from < size)
    copy_downwards(to, from, size);
  else
    copy_upwards(to, from, size);
}

/* Copying something onto itself is harmless everywhere, and compilers do it for `a = a`. */
static void check_apart(const void *to, const void *from, size_t size) {
  heddle_word distance = (heddle_word)to - (heddle_word)from;
  if (distance != 0 && (distance < size || -distance < size)) {
    if (size > (size_t)-1 / 2)
      __heddle_error("memory", "memcpy of a negative size");
    __heddle_error("memory", "memcpy between overlapping blocks");
  }
}

static void copy_apart(void *to, const void *from, size_t size) {
  check_apart(to, from, size);
  copy(to, from, size);
}

void *memcpy(void *to, const void *from, size_t size) {
  copy_apart(to, from, size);
  return to;
}

void *mempcpy(void *to, const void *from, size_t size) {
  copy_apart(to, from, size);
  return (char *)to + size;
}

void *__mempcpy(void *to, const void *from, size_t size) {
  copy_apart(to, from, size);
  return (char *)to + size;
}

void *memmove(void *to, const void *from, size_t size) {
  copy(to, from, size);
  return to;
}

void bcopy(const void *from, void *to, size_t size) { copy(to, from, size); }

static void fill(unsigned char *to, unsigned char byte, size_t size) {
  if (__heddle_alone()) {
    __heddle_fill(to, byte, size);
  } else if (is_word_aligned(to, to, size)) {
    heddle_word word = byte * (~(heddle_word)0 / 255);
    for (size_t i = 0; i < size; i += sizeof word)
      *(heddle_word *)(to + i) = word;
  } else {
    for (size_t i = 0; i < size; i++)
      to[i] = byte;
  }
}

void *memset(void *to, int byte, size_t size) {
  fill(to, (unsigned char)byte, size);
  return to;
}

/* How many bytes the scalar, or the padding, at an offset in a type of `period` bytes has. `parts`
 * has a bit for the first byte of each. */
static size_t part_size(unsigned long long parts, size_t period, size_t at, size_t rest) {
  unsigned long long behind = parts >> at >> 1;
  size_t size = behind ? (size_t)__builtin_ctzll(behind) + 1 : period - at;
  return size < rest ? size : rest;
}

static void copy_part(unsigned char *to, const unsigned char *from, size_t size) {
  if (size == 8)
    *(unsigned long long *)(void *)to = *(const unsigned long long *)(const void *)from;
  else if (size == 4)
    *(unsigned *)(void *)to = *(const unsigned *)(const void *)from;
  else if (size == 2)
    *(unsigned short *)(void *)to = *(const unsigned short *)(const void *)from;
  else
    for (size_t i = 0; i < size; i++)
      to[i] = from[i];
}

static void fill_part(unsigned char *to, unsigned char byte, size_t size) {
  unsigned long long value = byte * (~0ull / 255);
  if (size == 8)
    *(unsigned long long *)(void *)to = value;
  else if (size == 4)
    *(unsigned *)(void *)to = (unsigned)value;
  else if (size == 2)
    *(unsigned short *)(void *)to = (unsigned short)value;
  else
    for (size_t i = 0; i < size; i++)
      to[i] = byte;
}

/* memcpy and memset of memory whose type is known: in its scalars, as it is accessed elsewhere.
 * `padding` has a bit for each byte that belongs to none. */
void __heddle_parts_memcpy(void *to, const void *from, size_t size, size_t period,
                          unsigned long long parts, unsigned long long padding) {
  check_apart(to, from, size);
  if (__heddle_alone()) {
    __heddle_copy(to, from, size);
    return;
  }
  for (size_t i = 0, at = 0, part; i < size; i += part) {
    part = part_size(parts, period, at, size - i);
    if (padding >> at & 1)
      __heddle_copy_padding((char *)to + i, (const char *)from + i, part);
    else
      copy_part((unsigned char *)to + i, (const unsigned char *)from + i, part);
    at = at + part == period ? 0 : at + part;
  }
}

void __heddle_parts_memset(void *to, int byte, size_t size, size_t period, unsigned long long parts,
                          unsigned long long padding) {
  if (__heddle_alone()) {
    __heddle_fill(to, (unsigned char)byte, size);
    return;
  }
  for (size_t i = 0, at = 0, part; i < size; i += part) {
    part = part_size(parts, period, at, size - i);
    if (padding >> at & 1)
      __heddle_fill_padding((char *)to + i, (unsigned char)byte, part);
    else
      fill_part((unsigned char *)to + i, (unsigned char)byte, part);
    at = at + part == period ? 0 : at + part;
  }
}

void bzero(void *to, size_t size) { fill(to, 0, size); }

void explicit_bzero(void *to, size_t size) { fill(to, 0, size); }

static int compare(const unsigned char *a, const unsigned char *b, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

int memcmp(const void *a, const void *b, size_t size) { return compare(a, b, size); }

int bcmp(const void *a, const void *b, size_t size) { return compare(a, b, size); }

void *memchr(const void *block, int wanted, size_t size) {
  const unsigned char *bytes = block;
  for (size_t i = 0; i < size; i++)
    if (bytes[i] == (unsigned char)wanted)
      return (void *)(bytes + i);
  return NULL;
}

void *rawmemchr(const void *block, int wanted) {
  const unsigned char *byte = block;
  while (*byte != (unsigned char)wanted)
    byte++;
  return (void *)byte;
}

void *memrchr(const void *block, int wanted, size_t size) {
  const unsigned char *bytes = block;
  for (size_t i = size; i > 0; i--)
    if (bytes[i - 1] == (unsigned char)wanted)
      return (void *)(bytes + i - 1);
  return NULL;
}

void *memmem(const void *block, size_t size, const void *wanted, size_t wanted_size) {
  const unsigned char *bytes = block;
  for (size_t i = 0; wanted_size <= size - i; i++) {
    if (compare(bytes + i, wanted, wanted_size) == 0)
      return (void *)(bytes + i);
    if (i == size)
      break;
  }
  return NULL;
}

/* Copies up to and including `last`. */
void *memccpy(void *to, const void *from, int last, size_t size) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < size; i++) {
    target[i] = source[i];
    if (source[i] == (unsigned char)last)
      return target + i + 1;
  }
  return NULL;
}
