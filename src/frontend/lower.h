/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of lowering share: the program under construction and the function under
 * construction. One file per concern:
 *
 *   lower_module.c  the work list: functions and variables that are reachable from the start
 *   objects.c       functions and variables get addresses; initial contents
 *   types.c         LLVM types as leaves: what fits into a register each
 *   constants.c     constants and constant expressions as bits
 *   builder.c       locations, edges, registers; finishing a function
 *   function.c      blocks, phis, branches
 *   values.c        operands as terms
 *   instructions.c  instructions without memory; wide.c those on integers of more than 64 bits
 *   memory.c        instructions with memory; copies.c copies and fills; shapes.c the parts of
 * types; scopes.c locals that end with their block undefined.c     calls of undefined functions;
 * purity.c their possible effects; environment.c and environment_types.c the arguments of the
 * library's model of them calls.c         calls; primitives.c the kernel's; intrinsics.c, math.c
 * and assembly.c LLVM's */
#ifndef FRONTEND_LOWER_H
#define FRONTEND_LOWER_H

#include "base/map.h"
#include "base/memory.h"
#include "base/vector.h"
#include "frontend/debug.h"
#include "frontend/options.h"
#include "frontend/variables.h"
#include "program/program.h"
#include "program/type.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* A part of a value that fits into a register. */
struct leaf {
  uint64_t offset; /* in memory */
  uint32_t size;   /* bytes in memory */
  uint8_t width;
  bool is_float, is_integer, is_pointer; /* none of them: a vector */
};

/* How values of a type are represented. */
struct leaves {
  const char *unsupported; /* why they are not, or NULL */
  uint32_t count;
  const struct leaf *list;
};

struct function_table {
  struct map numbers; /* LLVM function: number */
  VECTOR(struct function *) list;
  VECTOR(LLVMValueRef) values; /* the work list: parallel to `list`; NULL: made by heddle */
};

struct object_list {
  VECTOR(struct object) list;
  VECTOR(LLVMValueRef) values; /* parallel to `list`; NULL for functions */
  size_t initialised;          /* how many of the list */
  uint64_t next;               /* address, or offset if thread-local; 0: none was given yet */
};

struct object_table {
  struct map addresses; /* LLVM variable: address, or offset if thread-local */
  struct object_list globals, thread_locals;
  VECTOR(LLVMValueRef) undefined;
  uint64_t opaque_address; /* of the memory that undefined functions return; 0: none */
  bool out_of_addresses;
};

struct lowering {
  struct program *program;
  struct arena *arena; /* the program's */
  struct arena *scratch;
  struct terms *terms;
  const struct frontend_options *options;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  unsigned pointer_width, pointer_size;
  struct debug_info debug;
  struct function_table functions;
  struct object_table objects;
  VECTOR(const char *) start_problems; /* initial values that are not modelled */
  struct map leaves;                   /* LLVM type: struct leaves * */
  VECTOR(const char *) assumptions;
  LLVMValueRef entry; /* what the library's start calls as main; the first of several */
  unsigned byval_attribute, sret_attribute;
  bool splits_copies;           /* shapes.c: copies consist of accesses to scalars */
  bool is_initialising;         /* constants are those of variables, not of code */
  struct map environment_types; /* debug type: the table for library/environment.c */
  int keeps_functions; /* purity.c: can memory hold addresses of functions? 0: not yet known */
};

struct slot { /* an area for variadic arguments */
  uint64_t size;
  uint32_t target;
};

struct builder {
  struct lowering *lowering;
  struct arena *scratch;
  LLVMValueRef llvm; /* NULL for functions made by heddle */
  struct function *function;
  VECTOR(struct reg) registers;
  VECTOR(struct edge) edges;
  VECTOR(struct edge) prologue; /* goes before the entry; locations are given at the end */
  VECTOR(struct slot) areas;
  uint32_t location_count, current, entry;
  struct position at;   /* of the instruction being lowered */
  const char *doubt;    /* of its edges */
  bool in_assembly;     /* it is inline assembly */
  bool in_volatile;     /* it is an access to a volatile scalar */
  struct map values;    /* LLVM value: array of its leaves' terms; NULL term: undefined */
  struct map variables; /* LLVM value: struct variable * */
  struct map blocks;    /* LLVM block: location */
  struct map scoped;    /* LLVM allocation: does its slot end with its block? */
  bool is_atomic;       /* its body is an atomic section */
  bool has_frame;       /* the address of the frame is asked for */
  uint32_t variadic_register, frame_register;
};

/* lower.c */
/* The parts of the program that do not depend on its functions; everything else is empty. */
void lower_start(struct lowering *in, const struct frontend_options *options, LLVMModuleRef module,
                 struct arena *arena);
void lower_release(struct lowering *in); /* not the arena */
void lower_add_assumption(struct lowering *in, const char *text);
bool lower_is_arm(const struct lowering *in); /* the program is compiled for AArch64 */

/* objects.c: the result is the same for the same value; it joins the work list the first time. */
struct function *objects_function(struct lowering *in, LLVMValueRef value);
/* A function that heddle adds, with an address; the caller gives it a body. */
struct function *objects_made_function(struct lowering *in, const char *name);
uint64_t objects_variable(struct lowering *in, LLVMValueRef variable);
/* Can an undefined variable be given arbitrary contents? An arbitrary pointer would make every use
 * of it an error, which says nothing about the program. */
bool objects_can_be_arbitrary(struct lowering *in, LLVMValueRef variable);
/* In the middle of the memory that stands for what undefined functions return. */
uint64_t objects_opaque_address(struct lowering *in);
uint64_t objects_block_address(struct lowering *in, LLVMValueRef function, LLVMBasicBlockRef block);
void objects_initialise(struct lowering *in);
bool objects_are_initialised(const struct lowering *in);
/* The value that an alias stands for, or the value itself if it is no alias. */
LLVMValueRef objects_behind_alias(LLVMValueRef value);
/* Does the library define it, or the user? */
bool objects_is_defined(LLVMValueRef function);

/* types.c */
const struct leaves *types_leaves(struct lowering *in, LLVMTypeRef type);
uint64_t types_size(struct lowering *in, LLVMTypeRef type); /* of an array element, padding too */
bool types_hold_pointers(LLVMTypeRef type);                 /* or are one */

/* constants.c: false if it is not a constant of at most 64 bits that is known now; then `why` says
 * what it is. Undefined bits are 0. */
bool constants_scalar(struct lowering *in, LLVMValueRef constant, uint64_t *bits, const char **why);
/* The initial contents at `bytes`, which are zero. */
bool constants_bytes(struct lowering *in, LLVMValueRef constant, unsigned char *bytes,
                     const char **why);
/* The text of a string literal, or NULL. */
const char *constants_string(struct lowering *in, LLVMValueRef value);

/* builder.c */
uint32_t builder_add_location(struct builder *b);
/* From the current location to a new one, which becomes the current one. */
struct edge *builder_add_edge(struct builder *b, enum operation op);
struct edge *builder_add_edge_to(struct builder *b, enum operation op, uint32_t to);
/* At the function's entry, once per call. */
struct edge *builder_add_prologue(struct builder *b, enum operation op);
uint32_t builder_add_register(struct builder *b, const struct reg *reg);
/* A register without a source name. */
uint32_t builder_add_temporary(struct builder *b, unsigned width, const char *name);
const struct term *builder_register_term(struct builder *b, uint32_t number);
void builder_add_unsupported(struct builder *b, const char *what);
void builder_add_assign(struct builder *b, uint32_t target, const struct term *value);
void builder_add_check(struct builder *b, const struct term *condition, enum property property,
                       bool fatal, const char *message);
void builder_finish(struct builder *b);

/* function.c */
void function_lower(struct lowering *in, LLVMValueRef llvm, struct function *function);
/* Registers for the parameters. */
void function_add_parameters(struct builder *b);
/* A body for a function that is only declared, for calls through its address. */
void function_lower_undefined(struct lowering *in, LLVMValueRef llvm, struct function *function);

/* values.c */
const struct term *const *values_leaves(struct builder *b, LLVMValueRef value);
const struct term *values_term(struct builder *b, LLVMValueRef value); /* the only leaf */
/* With undefined leaves made arbitrary. */
const struct term *values_defined(struct builder *b, const struct term *leaf,
                                  const struct leaf *shape);
/* Makes `terms` the leaves of an instruction's value: as they are if used at most once, else
 * through registers. */
void values_set(struct builder *b, LLVMValueRef value, const struct term *const *terms);
void values_set_term(struct builder *b, LLVMValueRef value, const struct term *term);
/* Fresh registers for the leaves of an instruction's value. */
uint32_t *values_add_registers(struct builder *b, LLVMValueRef value);
uint32_t values_add_register(struct builder *b, LLVMValueRef value);
/* The term itself if it is a constant or a register, else a fresh register with its value: for
 * terms that are used several times. */
const struct term *values_keep(struct builder *b, const struct term *term);
/* An address as an operand of arithmetic. A constant one gets a register: a folded result would not
 * show which object it comes from. */
const struct term *values_address_as_number(struct builder *b, const struct term *address);
/* Makes the value zero, for code that is never executed. */
void values_set_dummy(struct builder *b, LLVMValueRef value);
const struct term *values_integer(struct builder *b, unsigned width, uint64_t bits);
const struct term *values_pointer_constant(struct builder *b, uint64_t bits);
const struct term *values_apply(struct builder *b, enum operator op, const struct term *x,
                                const struct term *y);
const struct term *values_not(struct builder *b, const struct term *x);
const struct term *values_choose(struct builder *b, const struct term *condition,
                                 const struct term *x, const struct term *y);
const struct term *values_add_offset(struct builder *b, const struct term *address,
                                     uint64_t offset);
/* A pointer operand, or an integer one brought to pointer width by sign. */
const struct term *values_sized(struct builder *b, LLVMValueRef value);

/* instructions.c: false: it is another instruction */
bool instructions_lower(struct builder *b, LLVMValueRef instruction);

/* vectors.c: vectors of more than 64 bits, a leaf per element. */
bool vectors_is_wide(struct lowering *in, LLVMTypeRef type);
/* Does the instruction compute with one? */
bool vectors_concern(struct builder *b, LLVMValueRef instruction);
bool vectors_lower(struct builder *b, LLVMValueRef instruction); /* false: unsupported */

/* wide.c */
enum { WIDE_MAX_WORDS = 8 }; /* of 64 bits */
bool wide_is(LLVMTypeRef type);
/* Does the instruction compute with such an integer? */
bool wide_concerns(LLVMValueRef instruction);
bool wide_lower(struct builder *b, LLVMValueRef instruction); /* false if it cannot */

/* copies.c. In the parts of the type of the memory; false: it is not known. */
bool copies_add_parts(struct builder *b, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size);
bool copies_fill_parts(struct builder *b, LLVMValueRef to, LLVMValueRef byte, LLVMValueRef size);
void copies_fill_padding(struct builder *b, const struct term *to, const struct term *byte,
                         uint32_t size);
bool copies_lower_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee);
/* A value of a type. */
void copies_add_value(struct builder *b, const struct term *to, const struct term *from,
                      LLVMTypeRef type);
/* In words. `size` bytes; `overlap`: all reads come before the writes. */
void lower_add_copy(struct builder *b, const struct term *to, const struct term *from,
                    uint64_t size, uint32_t alignment, bool overlap);
void lower_add_fill(struct builder *b, const struct term *to, const struct term *byte,
                    uint64_t size, uint32_t alignment);

/* memory.c */
bool lower_memory_access(struct builder *b, LLVMValueRef instruction);
/* weak.c: does a spurious failure of this compare-exchange only lead to another try? */
bool weak_failure_only_repeats(LLVMValueRef exchange);
/* A slot for the variable of an allocation, whose value is a register; it ends with the variable's
 * block or with the frame. */
void lower_add_slot(struct builder *b, LLVMValueRef alloca, bool in_block);
void lower_add_load(struct builder *b, uint32_t target, const struct term *address, uint32_t size,
                    enum memory_order order);
void lower_add_store(struct builder *b, const struct term *address, const struct term *value,
                     uint32_t size, enum memory_order order);
/* A compare-exchange of 128 bits, lower half first; one bit: it succeeds. */
const struct term *lower_add_pair_exchange(struct builder *b, const struct term *address,
                                           const struct term *const expected[2],
                                           const struct term *const desired[2],
                                           const struct term *old[2]);
enum { MEMORY_EXPANDED = 64 }; /* copies and fills up to so many bytes become loads and stores */

/* scopes.c */
/* Has an allocation a new slot each time its block is entered? */
bool scopes_end(struct builder *b, LLVMValueRef alloca);
/* The beginning or end of a local's life; false: it means nothing. */
bool scopes_lower_mark(struct builder *b, LLVMValueRef call, const char *name);

/* calls.c */
/* Functions that need the caller's own frame, and so cannot be models in C. */
bool calls_need_frame(const char *name);
void calls_lower(struct builder *b, LLVMValueRef call);
/* The address of memory for variadic arguments, in the frame. Calls with arguments of one size
 * share it, as no two are under way at a time. */
const struct term *calls_area(struct builder *b, uint64_t size);
/* Calls a function of the library by name, as in C. `result` may be NO_REGISTER. */
void calls_add(struct builder *b, const char *name, const struct term *const *arguments,
               uint32_t count, uint32_t result);
/* At the start of a library function or an undefined one: calls the library's function
 * __heddle_before_NAME, if there is one. */
void calls_add_before(struct builder *b);
/* undefined.c: a call of an undefined function, and a body for one that is called by its address.
 */
void undefined_lower_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee);
/* If the place of an access within a variable depends on an undefined function's result, the access
 * is assumed to stay within the variable. */
void undefined_guard_access(struct builder *b, LLVMValueRef instruction);
void undefined_lower_body(struct builder *b, LLVMValueRef function);
/* error_calls.c: does --error-function name it? */
bool error_calls_is_one(const struct lowering *in, const char *name);
/* If so, add the check: at the beginning of its body, or at the call of an undefined function. */
void error_calls_begin_function(struct builder *b);
void error_calls_add_undefined(struct builder *b, const char *name);
/* Is it a call of abort that is no violation by itself? */
bool error_calls_ends_quietly(struct builder *b, LLVMValueRef call, const char *callee);
/* Warns of names that are no functions. */
void error_calls_say_unknown(const struct lowering *in);
/* entry.c: the library's call of main, where another function is to be started in. */
void entry_lower_call(struct builder *b, LLVMValueRef call);
/* primitives.c, intrinsics.c, math.c: false: it is another function. */
bool primitives_lower(struct builder *b, LLVMValueRef call, const char *name);
bool intrinsics_lower(struct builder *b, LLVMValueRef call, const char *name);
bool math_lower(struct builder *b, LLVMValueRef call, const char *name);
/* math.c: a function of <math.h> that is an operator. */
bool math_lower_function(struct builder *b, LLVMValueRef call, const char *name);
/* assembly.c. `exits`: the locations of `asm goto`'s labels, or NULL. */
void assembly_lower(struct builder *b, LLVMValueRef call, LLVMValueRef assembly, uint32_t *exits);
/* Is it a label of assembly outside of functions? */
bool assembly_defines(const struct lowering *in, const char *name);

#endif
