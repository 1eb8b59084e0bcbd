/* SPDX-License-Identifier: Apache-2.0 */
/* Arbitrary contents, word by word where they are aligned: a choice for each word. */
#include "any.h"

#include "heddle.h"

void __library_any_bytes(void *to, size_t size) {
  unsigned char *bytes = to;
  size_t i = 0;
  if ((heddle_word)to % 8 == 0)
    for (; i + 8 <= size; i += 8)
      *(unsigned long long *)(void *)&bytes[i] = __heddle_nondet_u64();
  for (; i < size; i++)
    bytes[i] = __heddle_nondet_u8();
}

void __library_any_name(char to[LONGEST_ANY_NAME + 1]) {
  unsigned length = __heddle_nondet_u8() % LONGEST_ANY_NAME + 1;
  for (unsigned i = 0; i < length; i++)
    to[i] = (char)('a' + __heddle_nondet_u8() % 26);
  to[length] = '\0';
}
