/* SPDX-License-Identifier: Apache-2.0 */
/* Names the part of a variable at an offset as in the source. */
#include "program/type.h"

#include "base/text.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

static void shorten(struct text *out, size_t length) {
  if (out->data)
    out->data[length] = '\0';
  out->length = length;
}

/* Each file has its own copy of a type. */
static bool is_same(const struct type *a, const struct type *b) {
  return a == b || (b && a->kind == b->kind && a->size == b->size && *a->name &&
                    strcmp(a->name, b->name) == 0);
}

static const struct type *describe_field(struct text *out, const struct type *type, uint64_t offset,
                                         const struct type *wanted) {
  size_t length = out->length;
  for (uint32_t i = 0; i < type->field_count; i++) { /* of a union, the first that fits */
    const struct type_field *field = &type->fields[i];
    if (!field->type || offset < field->offset || offset - field->offset >= field->type->size)
      continue;
    if (*field->name)
      text_format(out, ".%s", field->name);
    const struct type *found = type_describe_part(out, field->type, offset - field->offset, wanted);
    if (found)
      return found;
    shorten(out, length);
  }
  return NULL;
}

const struct type *type_describe_part(struct text *out, const struct type *type, uint64_t offset,
                                      const struct type *wanted) {
  if (!type || (type->size && offset >= type->size))
    return NULL;
  if (!offset && is_same(type, wanted))
    return type;
  if (type->kind == TYPE_STRUCT)
    return describe_field(out, type, offset, wanted);
  if (type->kind != TYPE_ARRAY)
    return offset ? NULL : type;
  if (!type->element || !type->element->size)
    return NULL;
  size_t length = out->length;
  text_format(out, "[%" PRIu64 "]", offset / type->element->size);
  const struct type *found =
      type_describe_part(out, type->element, offset % type->element->size, wanted);
  if (!found)
    shorten(out, length);
  return found;
}

const struct type *type_describe_offset(struct text *out, const struct type *type,
                                        uint64_t offset) {
  return type_describe_part(out, type, offset, NULL);
}
