/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers copies and fills of memory: in the parts of its type (shapes.h) or in words. */
#include "frontend/shapes.h"

#include "frontend/origin.h"

#include <string.h>

enum { MOST_PARTS = 64 }; /* a type with more parts is copied by a loop of the library */

/* The pieces of `size` bytes at an address of `alignment`: as large as it allows, at most a
 * pointer. */
static uint32_t piece_size(struct builder *b, uint64_t rest, uint32_t alignment) {
  uint32_t size = b->lowering->pointer_size;
  while (size > 1 && (size > alignment || size > rest))
    size /= 2;
  return size;
}

static void call_with_size(struct builder *b, const char *name, const struct term *x,
                           const struct term *y, uint64_t size) {
  const struct term *arguments[] = {x, y, values_pointer_constant(b, size)};
  calls_add(b, name, arguments, 3, NO_REGISTER);
}

void lower_add_copy(struct builder *b, const struct term *to, const struct term *from,
                    uint64_t size, uint32_t alignment, bool overlap) {
  if (size > MEMORY_EXPANDED) {
    call_with_size(b, overlap ? "memmove" : "memcpy", to, from, size);
    return;
  }
  struct {
    uint32_t offset, size, target;
  } pieces[MEMORY_EXPANDED];
  size_t count = 0;
  for (uint32_t at = 0; at < size; at += pieces[count++].size) {
    pieces[count].offset = at;
    pieces[count].size = piece_size(b, size - at, alignment);
    pieces[count].target = builder_add_temporary(b, pieces[count].size * 8, "");
  }
  for (size_t i = 0; i < 2 * count; i++) {
    size_t piece = overlap ? i % count : i / 2;
    bool is_load = overlap ? i < count : i % 2 == 0;
    if (is_load)
      lower_add_load(b, pieces[piece].target, values_add_offset(b, from, pieces[piece].offset),
                     pieces[piece].size, ORDER_PLAIN);
    else
      lower_add_store(b, values_add_offset(b, to, pieces[piece].offset),
                      builder_register_term(b, pieces[piece].target), pieces[piece].size,
                      ORDER_PLAIN);
  }
}

/* A byte as often as fits into so many bytes. */
static const struct term *repeated(struct builder *b, const struct term *byte, uint32_t size) {
  const struct term *value = term_resize(b->lowering->terms, size * 8, byte);
  return size == 1 ? value
                   : values_apply(b, OP_MUL, value,
                                  values_integer(b, size * 8, UINT64_C(0x0101010101010101)));
}

void lower_add_fill(struct builder *b, const struct term *to, const struct term *byte,
                    uint64_t size, uint32_t alignment) {
  if (size > MEMORY_EXPANDED) {
    call_with_size(b, "memset", to, term_resize(b->lowering->terms, 32, byte), size);
    return;
  }
  for (uint64_t at = 0; at < size;) {
    uint32_t piece = piece_size(b, size - at, alignment);
    lower_add_store(b, values_add_offset(b, to, at), repeated(b, byte, piece), piece, ORDER_PLAIN);
    at += piece;
  }
}

static void add_part_copy(struct builder *b, const struct term *to, const struct term *from,
                          uint32_t size, bool is_padding) {
  if (is_padding) {
    struct edge *edge = builder_add_edge(b, OPERATION_COPY);
    edge->copy.target = to;
    edge->copy.source = from;
    edge->copy.size = values_pointer_constant(b, size);
    edge->copy.is_padding = true;
    return;
  }
  uint32_t target = builder_add_temporary(b, size * 8, "");
  lower_add_load(b, target, from, size, ORDER_PLAIN);
  lower_add_store(b, to, builder_register_term(b, target), size, ORDER_PLAIN);
}

void copies_fill_padding(struct builder *b, const struct term *to, const struct term *byte,
                         uint32_t size) {
  struct edge *edge = builder_add_edge(b, OPERATION_FILL);
  edge->fill.target = to;
  edge->fill.byte = byte;
  edge->fill.size = values_pointer_constant(b, size);
  edge->fill.is_padding = true;
}

static void add_part_fill(struct builder *b, const struct term *to, const struct term *byte,
                          uint32_t size, bool is_padding) {
  if (is_padding)
    copies_fill_padding(b, to, byte, size);
  else
    lower_add_store(b, to, repeated(b, byte, size), size, ORDER_PLAIN);
}

/* The size of the part at an offset of a repeated type. */
static uint32_t part_at(const struct shape *shape, uint64_t at, uint64_t size) {
  uint64_t rest = size - at;
  uint64_t part = shapes_part_at(shape, (uint32_t)(at % shape->size));
  return (uint32_t)(part < rest ? part : rest);
}

static size_t count_parts(const struct shape *shape, uint64_t size) {
  size_t count = 0;
  for (uint64_t at = 0; at < size; count++)
    at += part_at(shape, at, size);
  return count;
}

/* The first byte of every part as a bit. */
static uint64_t first_bytes(const struct shape *shape) {
  uint64_t bits = 0;
  for (uint32_t at = 0; at < shape->size; at += shapes_part_at(shape, at))
    bits |= UINT64_C(1) << at;
  return bits;
}

static uint64_t padding_bytes(const struct shape *shape) {
  uint64_t bits = 0;
  for (uint32_t at = 0; at < shape->size; at++)
    bits |= (uint64_t)(shape->bytes[at] == BYTE_PADDING) << at;
  return bits;
}

/* A loop of the library. `source`: an address, or the byte that memory is filled with. */
static bool add_loop(struct builder *b, const char *name, const struct term *to,
                     const struct term *source, const struct term *size,
                     const struct shape *shape) {
  if (shape->size > 64)
    return false;
  const struct term *arguments[] = {to,
                                    source,
                                    size,
                                    values_pointer_constant(b, shape->size),
                                    values_integer(b, 64, first_bytes(shape)),
                                    values_integer(b, 64, padding_bytes(shape))};
  calls_add(b, name, arguments, 6, NO_REGISTER);
  return true;
}

static uint64_t known_size(LLVMValueRef size) {
  return LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 0;
}

static void copy_parts(struct builder *b, const struct shape *shape, const struct term *to,
                       const struct term *from, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += part_at(shape, at, bytes))
    add_part_copy(b, values_add_offset(b, to, at), values_add_offset(b, from, at),
                  part_at(shape, at, bytes), shape->bytes[at % shape->size] == BYTE_PADDING);
}

void copies_add_value(struct builder *b, const struct term *to, const struct term *from,
                      LLVMTypeRef type) {
  struct shape shape;
  uint64_t size = types_size(b->lowering, type);
  uint32_t alignment = LLVMABIAlignmentOfType(b->lowering->layout, type);
  if (b->lowering->splits_copies && !b->function->is_library &&
      shapes_of_type(b->lowering, type, &shape) && count_parts(&shape, size) <= MOST_PARTS)
    copy_parts(b, &shape, to, from, size);
  else
    lower_add_copy(b, to, from, size, alignment, false);
}

bool copies_add_parts(struct builder *b, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size) {
  struct shape shape;
  uint64_t bytes = known_size(size);
  if (b->function->is_library || !shapes_find_both(b, to, from, bytes, &shape))
    return false;
  const struct term *target = values_term(b, to), *source = values_term(b, from);
  if (!bytes || count_parts(&shape, bytes) > MOST_PARTS)
    return add_loop(b, "__heddle_parts_memcpy", target, source, values_sized(b, size), &shape);
  copy_parts(b, &shape, target, source, bytes);
  return true;
}

bool copies_fill_parts(struct builder *b, LLVMValueRef to, LLVMValueRef byte, LLVMValueRef size) {
  struct shape shape;
  uint64_t bytes = known_size(size);
  if (b->function->is_library || !shapes_find_both(b, to, NULL, bytes, &shape))
    return false;
  const struct term *target = values_term(b, to), *value = values_term(b, byte);
  if (!bytes || count_parts(&shape, bytes) > MOST_PARTS)
    return add_loop(b, "__heddle_parts_memset", target, term_resize(b->lowering->terms, 32, value),
                    values_sized(b, size), &shape);
  for (uint64_t at = 0; at < bytes; at += part_at(&shape, at, bytes))
    add_part_fill(b, values_add_offset(b, target, at), value, part_at(&shape, at, bytes),
                  shape.bytes[at % shape.size] == BYTE_PADDING);
  return true;
}

/* A call of the library's memcpy or memset whose memory has a known type. */
bool copies_lower_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee) {
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  bool copies = !strcmp(name, "memcpy"), fills = !strcmp(name, "memset");
  struct shape shape;
  if ((!copies && !fills) || !origin_is_library(callee) || b->function->is_library ||
      LLVMGetNumArgOperands(call) != 3)
    return false;
  LLVMValueRef to = LLVMGetOperand(call, 0), other = LLVMGetOperand(call, 1),
               size = LLVMGetOperand(call, 2);
  if (!shapes_find_both(b, to, copies ? other : NULL, known_size(size), &shape) ||
      !add_loop(b, copies ? "__heddle_parts_memcpy" : "__heddle_parts_memset", values_term(b, to),
                values_term(b, other), values_sized(b, size), &shape))
    return false;
  values_set_term(b, call, values_term(b, to));
  return true;
}
