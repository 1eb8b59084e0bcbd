/* SPDX-License-Identifier: Apache-2.0 */
/* The concrete domain: a value is its bits, contents are bytes. After the bytes of an object comes
 * a bit for each byte that was never written: reading such a byte asks the chooser once and keeps
 * the answer, so that memory holds one arbitrary value and not several. */
#include "semantics/domain.h"

#include "semantics/chooser.h"

#include <string.h>

static struct value constant(void *context, unsigned width, uint64_t bits) {
  (void)context;
  (void)width;
  return (struct value){bits, 0};
}

static struct value apply(void *context, const struct term *node, const struct value operands[3]) {
  (void)context;
  unsigned which = node->op == OP_ITE ? 1 : 0;
  struct operation_on_bits operation = {
      .op = (enum operator)node->op,
      .width = node->width,
      .operand_width = node->operands[which]->width,
      .low = node->low,
      .a = operands[0].bits,
      .b = operands[1].bits,
      .c = operands[2].bits,
  };
  return (struct value){operator_apply(&operation), 0};
}

static uint64_t evaluate_bits(const struct value *registers, const struct term *term) {
  if (term->kind == TERM_VARIABLE)
    return registers[term->value].bits;
  if (term->kind == TERM_CONSTANT)
    return term->value;
  struct operation_on_bits operation = {
      .op = (enum operator)term->op,
      .width = term->width,
      .operand_width = term->operands[term->op == OP_ITE ? 1 : 0]->width,
      .low = term->low,
      .a = evaluate_bits(registers, term->operands[0]),
  };
  if (term->arity > 1)
    operation.b = evaluate_bits(registers, term->operands[1]);
  if (term->arity > 2)
    operation.c = evaluate_bits(registers, term->operands[2]);
  return operator_apply(&operation);
}

static struct value evaluate(const struct value *registers, const struct term *term) {
  return (struct value){evaluate_bits(registers, term), 0};
}

static struct value arbitrary(void *context, unsigned width, const struct edge *edge,
                              struct chooser *chooser) {
  (void)context;
  return (struct value){chooser->choose(chooser, width, edge) & width_mask(width), 0};
}

static bool known(void *context, struct value value, uint64_t *bits) {
  (void)context;
  *bits = value.bits;
  return true;
}

static size_t content_size(uint64_t size) { return (size_t)(size + (size + 7) / 8); }

static void content_init(void *context, void *content, uint64_t size, const unsigned char *bytes,
                         bool is_arbitrary) {
  (void)context;
  unsigned char *data = content;
  if (bytes && size)
    memcpy(data, bytes, (size_t)size);
  else
    memset(data, 0, (size_t)size);
  memset(data + size, is_arbitrary ? 0xff : 0, (size_t)(size + 7) / 8);
}

static bool is_unwritten(const unsigned char *data, uint64_t size, uint64_t at) {
  return data[size + at / 8] >> (at % 8) & 1;
}

static void set_written(unsigned char *data, uint64_t size, uint64_t at, unsigned count) {
  for (uint64_t i = at; i < at + count; i++)
    data[size + i / 8] = (unsigned char)(data[size + i / 8] & ~(1u << (i % 8)));
}

/* Gives the unwritten ones of `count` bytes at `at` an arbitrary value. */
static void choose_unwritten(unsigned char *data, uint64_t size, uint64_t at, unsigned count,
                             const struct edge *edge, struct chooser *chooser) {
  unsigned unwritten = 0;
  for (unsigned i = 0; i < count; i++)
    unwritten += is_unwritten(data, size, at + i);
  uint64_t fresh = chooser->choose(chooser, unwritten * 8, edge);
  if (chooser->only_looks)
    return;
  for (unsigned i = 0; i < count; i++) {
    if (!is_unwritten(data, size, at + i))
      continue;
    data[at + i] = (unsigned char)fresh;
    fresh >>= 8;
  }
  set_written(data, size, at, count);
}

/* Are any of `count` bytes at `at` unwritten? The mask bits span at most two bytes. */
static bool any_unwritten(const unsigned char *data, uint64_t size, uint64_t at, unsigned count) {
  const unsigned char *mask = data + size;
  unsigned bits = mask[at / 8];
  if (at % 8 + count > 8)
    bits |= (unsigned)mask[at / 8 + 1] << 8;
  return bits >> (at % 8) & ((1u << count) - 1);
}

static struct value content_read(void *context, void *content, uint64_t size, uint64_t offset,
                                 unsigned count, const struct edge *edge, struct chooser *chooser) {
  (void)context;
  unsigned char *data = content;
  if (any_unwritten(data, size, offset, count))
    choose_unwritten(data, size, offset, count, edge, chooser);
  struct value value = {0, 0};
  memcpy(&value.bits, data + offset, count);
  return value;
}

static void content_write(void *context, void *content, uint64_t size, uint64_t offset,
                          unsigned count, struct value value) {
  (void)context;
  unsigned char *data = content;
  memcpy(data + offset, &value.bits, count);
  if (any_unwritten(data, size, offset, count))
    set_written(data, size, offset, count);
}

static void content_move(void *target, uint64_t target_size, uint64_t target_offset,
                         const void *source, uint64_t source_size, uint64_t source_offset,
                         uint64_t count) {
  unsigned char *to = target;
  const unsigned char *from = source;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t at = target_offset + i;
    bool is_written = from && !is_unwritten(from, source_size, source_offset + i);
    to[at] = is_written ? from[source_offset + i] : 0; /* equal contents are equal bytes */
    set_written(to, target_size, at, 1);
    if (!is_written)
      to[target_size + at / 8] = (unsigned char)(to[target_size + at / 8] | 1u << (at % 8));
  }
}

const struct domain domain_concrete = {
    .name = "concrete",
    .constant = constant,
    .apply = apply,
    .evaluate = evaluate,
    .arbitrary = arbitrary,
    .known = known,
    .content_size = content_size,
    .content_init = content_init,
    .content_read = content_read,
    .content_write = content_write,
    .content_move = content_move,
};
