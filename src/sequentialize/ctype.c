/* SPDX-License-Identifier: Apache-2.0 */
/* C types: scalars, and declarations with them. Structs are in crecord.c. */
#include "sequentialize/ctypes.h"

#include "base/hash.h"

#include <ctype.h>
#include <string.h>

struct ctype ctype_integer(unsigned width, bool is_signed) {
  if (width == 1)
    return (struct ctype){.kind = CTYPE_BOOL, .bits = 8};
  uint8_t bits = width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
  return (struct ctype){.kind = CTYPE_INTEGER, .bits = bits, .is_signed = is_signed};
}

struct ctype ctype_pointer(const struct ctypes *types, const struct type *source) {
  return (struct ctype){
      .kind = CTYPE_POINTER, .bits = (uint8_t)types->program->pointer_width, .source = source};
}

struct ctype ctype_float(unsigned bits) {
  return (struct ctype){.kind = CTYPE_FLOAT, .bits = (uint8_t)bits, .is_signed = true};
}

bool ctype_is_numbered(const struct ctypes *types, const struct type *type) {
  const struct type *wanted = types->numbered, *element = type ? type->element : NULL;
  if (!wanted || !element || type->kind != TYPE_POINTER || element->kind != TYPE_STRUCT ||
      strcmp(element->name, wanted->name) != 0)
    return false;
  return !element->fields ||
         (element->size == wanted->size && element->field_count == wanted->field_count);
}

bool ctype_of(const struct ctypes *types, const struct type *type, struct ctype *out) {
  if (!type || (type->size != 1 && type->size != 2 && type->size != 4 && type->size != 8))
    return false;
  unsigned bits = (unsigned)type->size * 8;
  switch ((int)type->kind) {
  case TYPE_SIGNED:
  case TYPE_UNSIGNED:
    *out = ctype_integer(bits, type->kind == TYPE_SIGNED);
    return true;
  case TYPE_BOOL:
    *out = (struct ctype){.kind = CTYPE_BOOL, .bits = 8};
    return bits == 8;
  case TYPE_FLOAT:
    *out = ctype_float(bits);
    return bits >= 32;
  case TYPE_POINTER:
    if (ctype_is_numbered(types, type))
      *out = ctype_integer(bits, false);
    else
      *out = ctype_pointer(types, type);
    return bits == types->program->pointer_width;
  default:
    return false;
  }
}

/* What a pointer points to, if that can be written; NULL: void. */
static const struct type *written_element(const struct ctypes *types, const struct type *pointer) {
  const struct type *element = pointer ? pointer->element : NULL;
  struct ctype scalar;
  if (!element)
    return NULL;
  if (element->kind == TYPE_STRUCT && element->size && element->fields)
    return ctype_complete(types, element);
  return ctype_of(types, element, &scalar) ? element : NULL;
}

static const char *scalar_name(const struct ctypes *types, struct ctype type) {
  bool is_long = types->program->data_model == DATA_MODEL_LP64;
  switch ((int)type.kind) {
  case CTYPE_BOOL:
    return "_Bool";
  case CTYPE_FLOAT:
    return type.bits == 32 ? "float" : "double";
  case CTYPE_POINTER:
    return "void *";
  case CTYPE_INTEGER:
    break;
  }
  switch (type.bits) {
  case 8:
    return type.is_signed ? "signed char" : "unsigned char";
  case 16:
    return type.is_signed ? "short" : "unsigned short";
  case 32:
    return type.is_signed ? "int" : "unsigned int";
  default:
    return type.is_signed ? (is_long ? "long" : "long long")
                          : (is_long ? "unsigned long" : "unsigned long long");
  }
}

/* A basic type of the source keeps its spelling: char, long long. */
static const char *source_name(const struct ctypes *types, const struct type *type,
                               struct ctype scalar) {
  static const char *const known[] = {"char", "long", "long long", "unsigned long",
                                      "unsigned long long"};
  static const char *const spelt[] = {"char", "long", "long long", "unsigned long",
                                      "unsigned long long"};
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(type->name, known[i]))
      return spelt[i];
  return scalar_name(types, scalar);
}

static const char *record_name(struct ctypes *types, const struct type *type) {
  uint64_t index;
  if (!type->fields || !map_get(&types->records, (uintptr_t)type->fields, &index))
    return "void";
  if (!types->is_defining)
    types->list.items[index].is_used = true;
  return types->list.items[index].name;
}

const char *ctype_name(struct ctypes *types, struct ctype type) {
  if (type.kind != CTYPE_POINTER)
    return type.source ? source_name(types, type.source, type) : scalar_name(types, type);
  const struct type *element = written_element(types, type.source);
  if (!element)
    return "void *";
  if (element->kind == TYPE_STRUCT)
    return arena_format(types->arena, "%s *", record_name(types, element));
  struct ctype inner;
  ctype_of(types, element, &inner);
  if (inner.kind != CTYPE_POINTER)
    return arena_format(types->arena, "%s *", source_name(types, element, inner));
  return arena_format(types->arena, "%s*", ctype_name(types, inner));
}

bool ctype_equals(const struct ctypes *types, struct ctype a, struct ctype b) {
  if (a.kind != b.kind || a.bits != b.bits)
    return false;
  if (a.kind == CTYPE_INTEGER)
    return a.is_signed == b.is_signed;
  if (a.kind != CTYPE_POINTER)
    return true;
  const struct type *x = written_element(types, a.source), *y = written_element(types, b.source);
  struct ctype inner_x, inner_y;
  if (x == y)
    return true;
  if (!x || !y)
    return false;
  if (x->kind == TYPE_STRUCT || y->kind == TYPE_STRUCT)
    return x->kind == y->kind && ctype_complete(types, x) == ctype_complete(types, y);
  return ctype_of(types, x, &inner_x) && ctype_of(types, y, &inner_y) &&
         ctype_equals(types, inner_x, inner_y) &&
         !strcmp(source_name(types, x, inner_x), source_name(types, y, inner_y));
}

uint32_t ctype_alignment(const struct ctypes *types, const struct type *type) {
  uint64_t index;
  if (type->kind == TYPE_ARRAY)
    return type->element ? ctype_alignment(types, type->element) : 1;
  if (type->kind == TYPE_STRUCT)
    return map_get(&types->records, (uintptr_t)type->fields, &index)
               ? types->list.items[index].alignment
               : 1;
  uint32_t most = types->program->data_model == DATA_MODEL_LP64 ? 8 : 4;
  return type->size < most ? (uint32_t)type->size : most;
}

bool ctype_is_faithful(const struct ctypes *types, const struct type *type, uint64_t size) {
  struct ctype scalar;
  if (!type || type->size != size || !size)
    return false;
  if (type->kind == TYPE_ARRAY)
    return type->element && type->element->size && size % type->element->size == 0 &&
           ctype_is_faithful(types, type->element, type->element->size);
  if (type->kind == TYPE_STRUCT)
    return type->fields && map_get(&types->records, (uintptr_t)type->fields, NULL);
  return ctype_of(types, type, &scalar);
}

void ctype_declare(struct ctypes *types, struct text *out, const struct type *type,
                   const char *declared) {
  struct text dimensions = {0};
  while (type->kind == TYPE_ARRAY) {
    text_format(&dimensions, "[%llu]", (unsigned long long)(type->size / type->element->size));
    type = type->element;
  }
  struct ctype scalar;
  if (type->kind == TYPE_STRUCT) {
    text_format(out, "%s ", record_name(types, type));
  } else {
    ctype_of(types, type, &scalar);
    const char *name =
        scalar.kind == CTYPE_POINTER ? ctype_name(types, scalar) : source_name(types, type, scalar);
    text_format(out, "%s%s", name, name[strlen(name) - 1] == '*' ? "" : " ");
  }
  text_format(out, "%s%s", declared, text_get(&dimensions));
  text_release(&dimensions);
}

/* Words of C, and names that the output uses itself. */
static bool is_reserved(const char *name) {
  static const char words[] =
      " auto break case char const continue default do double else enum extern float for "
      "goto if inline int long register restrict return short signed sizeof static struct "
      "switch typedef union unsigned void volatile while asm typeof main malloc calloc "
      "free memmove memset abort exit pc t next reach_error __assert_fail threads running is_alone "
      "heddle_old say went_another_way impossible_state "
      "make_arbitrary allocate_block free_block size_of_block bits_of_double bits_of_float "
      "double_of_bits float_of_bits sum_overflows difference_overflows product_overflows "
      "unsigned_product_overflows memcpy printf puts strlen memcmp realloc alone "
      "aligned_alloc signal index y0 y1 j0 j1 yn jn gamma linux unix stop_thread "
      "finish_thread log exp pow round floor ceil abs div rand random time clock read "
      "write open close wait pipe pause sin cos tan sqrt fabs rint fmod remove rename "
      "exit_code step depth call_site looks_for_deadlock is_waiting deadlock some "
      "cycle first awaited joined held note_taken note_given forget_held holds_awaited ";
  size_t length = strlen(name);
  for (const char *at = strstr(words, name); at; at = strstr(at + 1, name))
    if (at[-1] == ' ' && at[length] == ' ')
      return true;
  return false;
}

const char *ctype_unique_name(struct ctypes *types, const char *wanted) {
  struct text name = {0};
  if (!strncmp(wanted, "__VERIFIER_", 11)) /* those names are the verifiers' */
    wanted += 11;
  for (const char *at = wanted; *at; at++) {
    char one = isalnum((unsigned char)*at) ? *at : '_';
    text_add_bytes(&name, &one, 1);
  }
  if (!name.length || isdigit((unsigned char)name.data[0])) {
    struct text fixed = {0};
    text_format(&fixed, "v%s", text_get(&name));
    text_release(&name);
    name = fixed;
  }
  const char *found = arena_copy_text(types->arena, text_get(&name));
  for (unsigned i = 2;; i++) {
    uint64_t key = hash_bytes(found, strlen(found));
    if (!is_reserved(found) && !map_get(&types->names, key, NULL) &&
        !(types->local && map_get(types->local, key, NULL))) {
      map_set(types->local ? types->local : &types->names, key, 1);
      text_release(&name);
      return found;
    }
    found = arena_format(types->arena, "%s_%u", text_get(&name), i);
  }
}
