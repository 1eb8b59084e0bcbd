/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of whole numbers, and their order for qsort. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdint.h>

static inline uint64_t number_divisor(uint64_t a, uint64_t b) { /* the greatest common one */
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static inline int number_compare32(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

#endif
