/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/spacing.h"

#include "base/number.h"

static uint64_t distance(int64_t a, int64_t b) {
  return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static struct spacing reduced(int64_t bytes, uint64_t every) {
  if (!every)
    return (struct spacing){bytes, 0};
  if (every > INT64_MAX)
    every = 1;
  int64_t rest = bytes % (int64_t)every;
  return (struct spacing){rest < 0 ? rest + (int64_t)every : rest, every};
}

struct spacing spacing_join(struct spacing a, struct spacing b) {
  uint64_t every = number_divisor(number_divisor(a.every, b.every), distance(a.bytes, b.bytes));
  return reduced(a.bytes, every);
}

struct spacing spacing_move(struct spacing spacing, int64_t bytes) {
  return reduced((int64_t)((uint64_t)spacing.bytes + (uint64_t)bytes), spacing.every);
}

static uint64_t lowest_bit(uint64_t number) { return number & (~number + 1); }

uint64_t spacing_of_number(const struct term *term) {
  if (term->kind == TERM_CONSTANT) {
    int64_t number = width_signed(term->value, term->width);
    return distance(number, 0);
  }
  if (term->kind != TERM_APPLY)
    return 1;
  uint64_t first = spacing_of_number(term->operands[0]), product;
  switch (term->op) {
  case OP_MUL:
    return __builtin_mul_overflow(first, spacing_of_number(term->operands[1]), &product) ? 1
                                                                                         : product;
  case OP_SHL:
    return term_is_constant(term->operands[1]) && term->operands[1]->value < 32
               ? first << term->operands[1]->value
               : 1;
  case OP_ADD:
  case OP_SUB:
    return number_divisor(first, spacing_of_number(term->operands[1]));
  case OP_ZEXT:
  case OP_SEXT:
    return lowest_bit(first); /* the narrow number may wrap around */
  default:
    return 1;
  }
}

bool spacing_add(struct spacings *words, struct spacing word) {
  for (uint32_t i = 0; i < words->count; i++) {
    struct spacing both = spacing_join(words->list[i], word);
    if (both.bytes == words->list[i].bytes && both.every == words->list[i].every)
      return false;
  }
  if (words->count < MOST_SPACINGS) {
    words->list[words->count++] = word;
    return true;
  }
  for (uint32_t i = 0; i < MOST_SPACINGS; i++)
    word = spacing_join(word, words->list[i]);
  words->count = 1;
  words->list[0] = word;
  return true;
}

bool spacing_meet(const struct spacings *words, struct spacing access, uint64_t size,
                  uint64_t width) {
  for (uint32_t i = 0; i < words->count; i++) {
    const struct spacing *word = &words->list[i];
    uint64_t every = number_divisor(word->every, access.every);
    int64_t apart = access.bytes - word->bytes; /* the access begins so far after the word … */
    if (every) {                                /* … or multiples of `every` more or less */
      uint64_t after = (uint64_t)reduced(apart, every).bytes;
      if (after < width || every - after < size)
        return true;
    } else if (apart < (int64_t)width && -apart < (int64_t)size) {
      return true;
    }
  }
  return false;
}
