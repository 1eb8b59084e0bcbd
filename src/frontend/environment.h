/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of undefined functions as calls of the library's model of an environment
 * (library/environment.c), which works on tables of types. */
#ifndef FRONTEND_ENVIRONMENT_H
#define FRONTEND_ENVIRONMENT_H

#include "frontend/lower.h"

/* The kinds of library/environment.h. */
enum field_kind {
  FIELD_BYTES,
  FIELD_ATOMIC,
  FIELD_POINTER,
  FIELD_CONSTANT,
  FIELD_FUNCTION,
  FIELD_HANDLE,
  FIELD_STRANGE,
  FIELD_LOCK,
};

struct environment_field {
  uint64_t offset, size, count;
  enum field_kind kind;
  LLVMValueRef type; /* the table of a type, or NULL */
};

/* environment_types.c */

/* What a value of this source type is, as an argument: a number, or a pointer to something. */
struct environment_field environment_describe(struct lowering *in, LLVMMetadataRef type);
/* A pointer to an object of this source type. */
struct environment_field environment_describe_pointer(struct lowering *in, LLVMMetadataRef pointee,
                                                      bool is_constant);
/* How many of the objects that it points to lie in so many bytes, one at least; 0 bytes: 0. */
uint64_t environment_count_in(const struct environment_field *field, uint64_t size);
/* As a constant of the module. */
LLVMValueRef environment_field_constant(struct lowering *in, const struct environment_field *field);
LLVMValueRef environment_word(struct lowering *in, uint64_t number);
/* The address of a constant with these contents. */
LLVMValueRef environment_table(struct lowering *in, const char *name, LLVMValueRef contents);
/* Is it a pointer of this kind, or can one be found by following it? */
bool environment_leads_to(const struct environment_field *field, enum field_kind wanted);
/* Does the object that it points to contain pointers to writable memory? */
bool environment_leads_further(const struct environment_field *field);
/* Does a pointer to this type point to characters? Then new objects are texts. */
bool environment_is_text(struct lowering *in, LLVMMetadataRef pointee);
bool environment_is_text_pointer(struct lowering *in, LLVMMetadataRef type);

/* Is it a lock or a similar object, which only its library accesses? */
bool environment_is_lock(struct lowering *in, LLVMMetadataRef type);

/* environment.c */

/* What a call hands over. */
struct environment_arguments {
  VECTOR(struct environment_field) fields;
  VECTOR(unsigned) numbers; /* of the arguments; NO_ARGUMENT: something that is not modelled */
};
#define NO_ARGUMENT ((unsigned)-1)

void environment_add_argument(struct builder *b, struct environment_arguments *all,
                              LLVMValueRef call, LLVMValueRef callee, unsigned number);
void environment_add_parameter(struct builder *b, struct environment_arguments *all,
                               LLVMValueRef function, unsigned number);
/* Something that is not modelled. */
void environment_add_strange(struct environment_arguments *all);
void environment_release(struct environment_arguments *all);
/* Does the environment make objects for pointers of this source type? Not of unknown types. */
bool environment_makes(struct lowering *in, LLVMMetadataRef result);
/* May other threads see what the call does before it is over? */
bool environment_is_watched(struct builder *b, LLVMValueRef call,
                            const struct environment_arguments *all);
/* The address of the table of a call; `result` NULL: of an entry's parameters. */
uint64_t environment_call_table(struct lowering *in, const struct environment_arguments *all,
                                const struct environment_field *result, bool repeats);
/* Adds edges with the effects that an undefined function may have on its arguments, `values`. If it
 * returns a pointer of the source type `result`, `target` is the register for it, else
 * NO_REGISTER. */
void environment_act(struct builder *b, struct environment_arguments *all,
                     const struct term *const *values, LLVMMetadataRef result, uint32_t target,
                     bool repeats);

#endif
