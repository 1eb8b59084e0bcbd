/* SPDX-License-Identifier: Apache-2.0 */
/* What clang calls where a signed left shift may not be what C says. Its type is gone in the code
 * that heddle gets, so only clang can tell signed shifts from others.
 *
 * C leaves every left shift of a negative number undefined, and of another one if the product is not
 * one of the type (6.5.7). */
#include "heddle.h"

#include <stdint.h>

struct type_descriptor {
  uint16_t kind, info; /* of an integer: is it signed, and the logarithm of its width */
  char name[];
};

struct shift_data {
  struct {
    const char *file;
    uint32_t line, column;
  } place;
  struct type_descriptor *left, *right;
};

void __ubsan_handle_shift_out_of_bounds(struct shift_data *data, uintptr_t left, uintptr_t right) {
  unsigned width = 1u << (data->left->info >> 1);
  uint64_t bits = width > 8 * sizeof left ? *(uint64_t *)left : left;
  int64_t value = (int64_t)(bits << (64 - width)) >> (64 - width);
  int64_t most = (int64_t)(UINT64_MAX >> (65 - width));
  if (right >= width)
    return; /* another property's */
  if (value < 0)
    __heddle_error("overflow", "left shift of a negative number");
  else if (value > most >> right)
    __heddle_error("overflow", "signed left shift overflows");
}
