/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: C types of the sequential program. Structs and unions are those of
 * the source if their layout can be written in standard C; otherwise they are bytes. */
#ifndef SEQUENTIALIZE_CTYPES_H
#define SEQUENTIALIZE_CTYPES_H

#include "base/map.h"
#include "base/text.h"
#include "base/vector.h"
#include "program/program.h"
#include "program/type.h"

enum ctype_kind { CTYPE_INTEGER, CTYPE_BOOL, CTYPE_FLOAT, CTYPE_POINTER };

/* A type that fits into a register. */
struct ctype {
  enum ctype_kind kind;
  uint8_t bits; /* 8, 16, 32 or 64 */
  bool is_signed;
  const struct type *source; /* as the source has it, or NULL */
};

/* A struct or union of the source. */
struct ctype_record {
  const struct type *type;
  const char *name; /* "struct node" */
  const char *definition;
  bool is_union, is_defined, is_used;
  uint32_t alignment;
};

struct ctypes {
  const struct program *program;
  struct arena *arena;
  struct map records; /* fields of a type: index of the record */
  VECTOR(struct ctype_record) list;
  VECTOR(uint32_t) order; /* of definition */
  bool is_defining;
  const struct type *numbered; /* pointers to this struct are numbers; or NULL */
  struct map names;            /* hashes of names that are taken */
  struct map *local; /* likewise in the function that is being named; NULL: names are for all */
};

struct ctype ctype_integer(unsigned width, bool is_signed); /* the next one that is wide enough */
struct ctype ctype_pointer(const struct ctypes *types, const struct type *source);
struct ctype ctype_float(unsigned bits);
/* Of a scalar of the source; false: it is none. */
bool ctype_of(const struct ctypes *types, const struct type *type, struct ctype *out);
/* Is the type a pointer that is written as a number? */
bool ctype_is_numbered(const struct ctypes *types, const struct type *type);
/* Are they written alike? */
bool ctype_equals(const struct ctypes *types, struct ctype a, struct ctype b);
/* "unsigned int", "struct node *", "void *". */
const char *ctype_name(struct ctypes *types, struct ctype type);
/* "int x[3]", "struct node *next": a declaration of `declared`, which may carry dimensions of its
 * own in front of those of the type. Defines the structs that it needs. */
void ctype_declare(struct ctypes *types, struct text *out, const struct type *type,
                   const char *declared);
/* Can a variable of this size be declared with the type, so that every part is where it belongs? */
bool ctype_is_faithful(const struct ctypes *types, const struct type *type, uint64_t size);
uint32_t ctype_alignment(const struct ctypes *types, const struct type *type);

/* The part of a struct that field `index` occupies; false: it cannot be written as this field, and
 * its bytes are padding. */
bool ctype_field_fits(const struct ctypes *types, const struct type *type, uint32_t index);
bool ctype_is_union(const struct type *type);
/* The complete one of several copies of a struct type. */
const struct type *ctype_complete(const struct ctypes *types, const struct type *type);
/* An identifier that nothing else has, made of `wanted`. */
const char *ctype_unique_name(struct ctypes *types, const char *wanted);
/* Finds all types of a program, and one more. */
void ctypes_collect(struct ctypes *types, const struct type *more);
/* The definitions of the structs that were written somewhere. */
void ctypes_print(struct ctypes *types, struct text *out);
void ctypes_release(struct ctypes *types);

#endif
