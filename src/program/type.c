/* Which part of a variable an offset is, in the words of the source. */
#include "program/type.h"

#include "base/text.h"

#include <inttypes.h>
#include <stddef.h>

static void shorten(struct text *out, size_t length) {
  if (out->data)
    out->data[length] = '\0';
  out->length = length;
}

static const struct type *describe_field(struct text *out, const struct type *type,
                                         uint64_t offset) {
  size_t length = out->length;
  for (uint32_t i = 0; i < type->field_count; i++) { /* of a union, the first that fits */
    const struct type_field *field = &type->fields[i];
    if (!field->type || offset < field->offset || offset - field->offset >= field->type->size)
      continue;
    if (*field->name)
      text_format(out, ".%s", field->name);
    const struct type *found = type_describe_offset(out, field->type, offset - field->offset);
    if (found)
      return found;
    shorten(out, length);
  }
  return NULL;
}

const struct type *type_describe_offset(struct text *out, const struct type *type,
                                        uint64_t offset) {
  if (!type || (type->size && offset >= type->size))
    return NULL;
  if (type->kind == TYPE_STRUCT)
    return describe_field(out, type, offset);
  if (type->kind != TYPE_ARRAY)
    return offset ? NULL : type;
  if (!type->element || !type->element->size)
    return NULL;
  size_t length = out->length;
  text_format(out, "[%" PRIu64 "]", offset / type->element->size);
  const struct type *found = type_describe_offset(out, type->element, offset % type->element->size);
  if (!found)
    shorten(out, length);
  return found;
}
