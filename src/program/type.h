/* SPDX-License-Identifier: Apache-2.0 */
/* Source-level types, kept only to print values and addresses as the programmer wrote them
 * (`queue.head`, `cells[3]`). They do not affect the behaviour of a program. */
#ifndef PROGRAM_TYPE_H
#define PROGRAM_TYPE_H

#include <stdbool.h>
#include <stdint.h>

struct text;

enum type_kind {
  TYPE_SIGNED,
  TYPE_UNSIGNED,
  TYPE_BOOL,
  TYPE_FLOAT,
  TYPE_POINTER,
  TYPE_STRUCT, /* also unions: several fields at offset 0 */
  TYPE_ARRAY,
  TYPE_OTHER,
};

struct type_field {
  const char *name;
  uint64_t offset; /* bytes */
  const struct type *type;
  bool is_bit_field; /* has fewer bits than its type */
};

struct type {
  enum type_kind kind;
  const char *name;           /* as written in C, "" if it has none */
  uint64_t size;              /* bytes */
  const struct type *element; /* TYPE_ARRAY, TYPE_POINTER (may be NULL) */
  uint32_t field_count;
  const struct type_field *fields; /* TYPE_STRUCT */
};

/* Appends the path to the scalar at `offset` (".head", "[3].next"; nothing if it is the whole
 * object) and returns its type, or NULL if there is no scalar of the type there. */
const struct type *type_describe_offset(struct text *out, const struct type *type, uint64_t offset);
/* The same, but stops at the first part of the type `wanted`, which may be NULL. */
const struct type *type_describe_part(struct text *out, const struct type *type, uint64_t offset,
                                      const struct type *wanted);

#endif
