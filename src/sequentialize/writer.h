/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: writes C for the nodes of a unit. */
#ifndef SEQUENTIALIZE_WRITER_H
#define SEQUENTIALIZE_WRITER_H

#include "sequentialize/flat.h"

/* How tightly an expression holds together. */
enum cexpr_rank { CEXPR_PRIMARY, CEXPR_UNARY, CEXPR_BINARY };

struct cexpr {
  const char *text;
  struct ctype type;
  enum cexpr_rank rank;
};

struct writer {
  struct sequentializer *s;
  struct flat_unit *unit;
  struct flat_instance *instance; /* terms are over its registers */
  struct text *out;
  unsigned indent;
  const char *thread; /* the expression for the number of the running thread */
  bool is_looking;    /* the text only evaluates something: it is no part of a step */
  const char *frame;  /* the expression for the depth of recursion; NULL: the thread's variable */
};

/* expression.c: a term as an expression of its own type, or of a wanted one. Bits stay as they are:
 * an integer becomes a float by its bits. */
struct cexpr cexpr_of(struct writer *w, const struct term *term);
struct cexpr cexpr_value(struct writer *w, const struct term *term, struct ctype wanted);
const char *cexpr_as(struct writer *w, const struct term *term, struct ctype wanted); /* its text */
/* A condition, for an if. */
const char *cexpr_condition(struct writer *w, const struct term *term, bool negated);
struct cexpr cexpr_cast(struct writer *w, struct cexpr from, struct ctype wanted);
struct cexpr cexpr_constant(struct writer *w, uint64_t bits, struct ctype wanted);
const char *cexpr_group(struct writer *w, struct cexpr e, enum cexpr_rank most);
/* Is the term an address? */
bool cexpr_is_pointer(struct writer *w, const struct term *term);
struct ctype cexpr_type(struct writer *w, const struct term *term);
/* arithmetic.c */
struct cexpr cexpr_apply(struct writer *w, const struct term *term);
/* Adds a helper function to the text, unless it is there. */
void cexpr_need_helper(struct sequentializer *s, const char *text);

/* place.c: the memory at an address as an lvalue, of the type that the program's variable has
 * there, or else of the type `wanted`. */
struct cexpr cplace_at(struct writer *w, const struct term *address, uint64_t size,
                       struct ctype wanted);
/* The address itself. */
struct cexpr cplace_address(struct writer *w, const struct term *address);
/* The address of a program object, or of a part of one. False: there is none. */
bool cplace_is_object(const struct sequentializer *s, uint64_t address);
bool cplace_constant(struct writer *w, uint64_t address, struct cexpr *out);
/* The type of what is at the address, if the source tells. */
bool cplace_type(struct writer *w, const struct term *address, uint64_t size, struct ctype *out);

/* naming.c: names and types of registers. */
const char *naming_register(struct writer *w, uint32_t number);
const char *naming_slot(struct writer *w, const struct flat_register *reg);
void naming_types(struct sequentializer *s, struct flat_unit *unit);
void naming_kept(struct sequentializer *s, struct flat_unit *unit);
void naming_locals(struct sequentializer *s, struct flat_unit *unit);
/* Declares the registers and slots that keep their values between steps as global variables
 * (`kept`), or the others as local variables. */
void naming_declare(struct writer *w, bool kept);

/* objects.c: variables of the program. */
void cobjects_name(struct sequentializer *s);
void cobjects_print(struct sequentializer *s, struct text *out);
const char *cobjects_name_of(struct sequentializer *s, const struct object *object);

/* statement.c: writes the effect of a node, but not the jump to its successor. */
void statement_write(struct writer *w, const struct flat_node *node);
void statement_line(struct writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The condition of a wait as an expression. */
const char *statement_wait(struct writer *w, const struct flat_node *node);
const char *statement_nondet(struct sequentializer *s, struct ctype type);
const char *statement_signature(struct sequentializer *s, struct flat_unit *unit);

/* Is the register read? */
bool statement_wants(const struct writer *w, const struct flat_instance *instance, uint32_t number);
struct flat_register *statement_register(const struct writer *w,
                                         const struct flat_instance *instance, uint32_t number);
const char *statement_name(struct writer *w, const struct flat_instance *instance, uint32_t number);
/* Cuts a value to the width of the register that receives it. */
struct cexpr statement_fit(struct writer *w, struct cexpr e, const struct flat_register *reg);
/* Writes the assignment of a value to a register, whose text is `name`, unless the value is
 * inlined. */
void statement_assign(struct writer *w, struct flat_register *reg, const char *name,
                      struct cexpr value);
/* The value of a term, cut to the width of the register. */
struct cexpr statement_value(struct writer *w, const struct term *term,
                             const struct flat_register *reg);
/* The number of the thread that executes the step. */
struct cexpr statement_own_number(struct writer *w);
/* Writes that the thread ends if the condition does not hold, or the execution, if no other
 * thread can violate anything. */
void statement_require(struct writer *w, const struct flat_node *node,
                       const struct term *condition);
/* Does the term depend on the register? */
bool statement_mentions(const struct flat_instance *instance, const struct term *term,
                        uint32_t number);

/* access.c: writes operations on memory, and FINISH, which ends the life of local variables. */
void access_write(struct writer *w, const struct edge *edge);
/* The end of a local variable that is a block of the heap, and of all those of a call. */
void access_end(struct writer *w, const struct flat_instance *instance, uint32_t number);
void access_end_all(struct writer *w, const struct flat_instance *instance);

/* The size of a block of the heap, if uses_heap_size. */
const char *access_block_size(struct writer *w, const char *block);

/* jumping.c: setjmp, and the ways of a longjmp. */
void jumping_save(struct writer *w, const struct flat_node *node);
/* Is the buffer from the setjmp with this number? */
const char *jumping_condition(struct writer *w, const struct flat_node *jump, uint32_t number,
                              bool negated);
void jumping_land(struct writer *w, const struct flat_node *node);
void jumping_fail(struct writer *w, const struct flat_node *node);

/* output.c: the declarations of functions that are defined elsewhere. */
void output_declarations(struct sequentializer *s, struct text *out);

/* body.c: the statements of a unit, with jumps, or cases. */
void body_write(struct writer *w);
/* Finds the cases of a routine and numbers them. */
void body_find_cases(struct writer *w);

#endif
