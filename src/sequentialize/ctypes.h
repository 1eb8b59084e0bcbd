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
  const struct type *source; /* the type in the source, or NULL */
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
  struct map records; /* by the fields of a struct type: the index of its record */
  VECTOR(struct ctype_record) list;
  VECTOR(uint32_t) order; /* the order in which the records are defined */
  bool is_defining;
  const struct type
      *numbered;     /* pointers to this struct are written as numbers; NULL: no pointers are */
  struct map names;  /* by hash of a name: it is taken */
  struct map *local; /* the same for names of the function that is being named; NULL: the names are
                        for the whole file */
};

struct ctype ctype_integer(unsigned width,
                           bool is_signed); /* the smallest integer type of at least this width */
struct ctype ctype_pointer(const struct ctypes *types, const struct type *source);
struct ctype ctype_float(unsigned bits);
/* Gives the C type of a scalar of the source; false: the type is no scalar. */
bool ctype_of(const struct ctypes *types, const struct type *type, struct ctype *out);
/* Is the type a pointer that is written as a number? */
bool ctype_is_numbered(const struct ctypes *types, const struct type *type);
/* Is the text of the two types the same? */
bool ctype_equals(const struct ctypes *types, struct ctype a, struct ctype b);
/* "unsigned int", "struct node *", "void *". */
const char *ctype_name(struct ctypes *types, struct ctype type);
/* "int x[3]", "struct node *next": a declaration of `declared`, which may carry dimensions of its
 * own in front of those of the type. Defines the structs that it needs. */
void ctype_declare(struct ctypes *types, struct text *out, const struct type *type,
                   const char *declared);
/* Can a variable of this size be declared with the type, so that every field has the offset that
 * it has in the program? */
bool ctype_is_faithful(const struct ctypes *types, const struct type *type, uint64_t size);
uint32_t ctype_alignment(const struct ctypes *types, const struct type *type);

/* The part of a struct that field `index` occupies; false: it cannot be written as this field, and
 * its bytes are padding. */
bool ctype_field_fits(const struct ctypes *types, const struct type *type, uint32_t index);
bool ctype_is_union(const struct type *type);
/* The copy of a struct type that has its fields, if the program has several copies. */
const struct type *ctype_complete(const struct ctypes *types, const struct type *type);
/* A new identifier: `wanted`, or `wanted` with a number. */
const char *ctype_unique_name(struct ctypes *types, const char *wanted);
/* Finds all types of a program, and one more. */
void ctypes_collect(struct ctypes *types, const struct type *more);
/* Prints the definitions of the structs that the text uses. */
void ctypes_print(struct ctypes *types, struct text *out);
void ctypes_release(struct ctypes *types);

#endif
