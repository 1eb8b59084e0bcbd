/* SPDX-License-Identifier: Apache-2.0 */
/* The program model: functions as control-flow automata over registers, and objects in memory.
 * Built once by frontend/, read-only afterwards (but for memory orders, which orders/ changes
 * between searches), owned by one arena. Vocabulary as in docs/architecture.md.
 *
 * A location has either one outgoing edge, or two and more that are all assumptions, of which
 * exactly one holds in every state. A single assume edge is an assumption of the user: an execution
 * in which it does not hold ends there quietly. A location without edges is never reached. */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include "base/map.h"
#include "program/operation.h"
#include "program/property.h"
#include "term/term.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct type;
struct function;
struct reuse;

/* Kinds of addresses that may be reused after the end of their objects: bits, also for the library.
 */
enum {
  REUSE_BLOCKS = 1,
  REUSE_SLOTS = 2,
  REUSE_RECORDS = 4,
  REUSE_KEYS = 8,
  REUSE_INSIDE = 16, /* a new object may also contain an old address at another offset */
  REUSE_ADDRESSES = REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS | REUSE_INSIDE,
  /* Never reused: a new object may have been at places that are not tried. */
  REUSE_ELSEWHERE = 32,
  REUSE_LAYOUT = 64,   /* the same of any object, where the program asks about its address */
  FIELDS_DIFFER = 128, /* no addresses: an execution came to UNEXPECTED_FIELD */
};

enum data_model { DATA_MODEL_LP64, DATA_MODEL_ILP32 };

/* A source position. Line 0: none (made by heddle). */
struct position {
  uint32_t file; /* index into program.files */
  uint32_t line, column;
};

#define NO_REGISTER UINT32_MAX

struct reg {
  uint8_t width;           /* 1 to 64 */
  bool is_float;           /* binary32 or binary64, for printing values */
  bool is_pointer;         /* it holds addresses according to the compiler; also for printing */
  const char *name;        /* source variable if it has one, else the name clang gave, or "" */
  const struct type *type; /* of the source variable, or NULL */
  bool is_source;          /* `name` is a variable of the source */
};

struct assignment {
  uint32_t target;
  const struct term *value;
};

enum memory_order {
  ORDER_PLAIN,
  ORDER_RELAXED,
  ORDER_ACQUIRE,
  ORDER_RELEASE,
  ORDER_ACQ_REL,
  ORDER_SEQ_CST
};

/* The memory orders weaker than seq_cst in user functions. */
struct orders_used {
  bool weak;                /* some atomic access or fence is weaker than seq_cst … */
  struct position at;       /* … for instance this one */
  bool fences;              /* some fence, of any order … */
  struct position fence_at; /* … for instance this one */
  bool unordered;      /* a value can be read from an atomic write without synchronising with it */
  bool acquire_fences; /* which make relaxed loads synchronise after all */
};

enum rmw_operator {
  RMW_EXCHANGE,
  RMW_ADD,
  RMW_SUB,
  RMW_AND,
  RMW_NAND,
  RMW_OR,
  RMW_XOR,
  RMW_MAX,
  RMW_MIN,
  RMW_UMAX,
  RMW_UMIN,
  RMW_FADD,
  RMW_FSUB,
};

enum nondet_source {
  NONDET_INPUT,         /* __VERIFIER_nondet_*, rand, time, … */
  NONDET_UNINITIALISED, /* a variable that was never assigned */
  NONDET_EXTERNAL,      /* the result of an undefined function */
  NONDET_FAULT,         /* 1: a library function, given by `name`, fails for lack of a resource */
  NONDET_SPURIOUS,      /* whether an operation fails spuriously */
  NONDET_LAYOUT,        /* where objects lie (struct layout_question) */
};

/* What a program asks about the numbers that addresses are (transform/questions.h). Of numbers that
 * are no addresses of objects, and within one object, the answer is computed. */
enum layout_kind {
  LAYOUT_BITS,      /* the address, of which only the bits of `mask` matter */
  LAYOUT_REMAINDER, /* the address, of which only address >> shift modulo `modulus` matters */
  LAYOUT_ORDER,     /* the comparison `op` of two addresses */
  LAYOUT_PART,      /* what was read at the address, `shift` bytes, which may be part of an address
                     * that is in memory there; the other is what heddle's own address gives. Not
                     * to be answered if the mask is 0: anything may depend on it; `modulus`: also
                     * on what is no part of what is there */
  LAYOUT_USE,       /* the address, or its distance from the other: anything may depend on it */
};
struct layout_question {
  enum layout_kind kind;
  enum operator op;
  uint64_t mask;
  uint32_t modulus, shift;
};

/* Sizes are in bytes. Addresses have the pointer width, also sizes of COPY, FILL and ALLOCATE. An
 * access of `size` bytes moves size * 8 bits; a narrower register is zero-extended into memory and
 * truncated from it. */
struct edge {
  uint32_t from, to;
  enum operation op;
  bool is_assembly; /* an instruction of inline assembly, whose order cannot be chosen */
  /* Proven: while a thread is about to make this access, no other thread makes one that conflicts.
   */
  bool never_races;
  bool is_volatile; /* a plain access to a volatile scalar */
  struct position at;
  /* An undefined function on whose result the address of an access or an argument of a call
   * depends; NULL: none is known. If the access is invalid, it is not modelled. */
  const char *doubt;
  union {
    struct { /* all values are computed before any target changes */
      uint32_t count;
      const struct assignment *list;
    } assign;
    struct {
      const struct term *condition;
    } assume;
    struct { /* violates `property` unless `condition` holds. If the property is not checked, the
              * execution ends without a report if `fatal`, and continues otherwise. `at_call`: it
              * is at the beginning of a function, and reported at the call. */
      const struct term *condition;
      enum property property;
      bool fatal, at_call;
      const char *message;
    } check;
    struct {
      uint32_t target;
      enum nondet_source source;
      const char *name; /* the function or variable it comes from */
      /* LAYOUT: of which addresses; else NULL. An arbitrary number as the answer allows
       * more than can happen, but not of LAYOUT_USE. */
      const struct layout_question *layout;
      const struct term *address, *other;
    } nondet;
    struct { /* Parameters are bound by position, resized to the parameter's width; surplus
              * arguments are dropped, missing ones are arbitrary. Likewise the results. */
      const struct function *callee; /* NULL: an indirect call of the function at `address` */
      const struct term *address;
      uint32_t argument_count, result_count;
      const struct term *const *arguments;
      const uint32_t *results;          /* registers; NO_REGISTER: not wanted */
      const struct term *variadic_area; /* address of the variadic arguments, or NULL */
    } call;
    struct {
      uint32_t count;
      const struct term *const *values;
    } ret;
    struct {
      uint32_t target;
      const struct term *address;
      uint32_t size;
      enum memory_order order;
    } load;
    struct {
      const struct term *address, *value;
      uint32_t size;
      enum memory_order order;
    } store;
    struct { /* target: the old value */
      uint32_t target;
      const struct term *address, *operand;
      uint32_t size;
      enum rmw_operator op;
      enum memory_order order;
    } rmw;
    struct { /* old: the value found; success: one bit. One that fails is a load with the order
              * `failure`. */
      uint32_t old, success;
      const struct term *address, *expected, *desired;
      uint32_t size;
      enum memory_order order, failure;
    } cas;
    struct {
      enum memory_order order;
    } fence;
    struct { /* a stack slot, which dies with its frame, or a heap block; contents arbitrary unless
              * `zeroed`. `replaced`, if not NULL: the address of a heap block that may get the new
              * size instead and stay where it is; then the target is that address. */
      uint32_t target;
      const struct term *size;
      uint32_t alignment;
      const struct term *replaced;
      bool heap, zeroed;
      bool is_kept;     /* a block that the library keeps: no leak when the program ends */
      bool in_block;    /* a slot that ends with a block inside its function */
      const char *name; /* the variable, or the allocating function */
      const struct type *type;
      bool has_fields; /* for a struct, also if the source has no name for it */
    } allocate;
    struct {
      const struct term *address; /* 0: no effect; else an error unless a live block starts there */
      bool is_slot; /* of a local variable whose source block ends; it may have ended before */
    } free;
    struct { /* of the live heap block starting at `address`; there must be one. `rest`: from
              * `address` to the end of any object; 0: there is none; -1: it is dead */
      uint32_t target;
      const struct term *address;
      bool rest;
    } block_size;
    struct { /* as memmove, in one step. `is_padding`: of a struct. Unwritten bytes stay unwritten,
              * and it does not drain store buffers */
      const struct term *target, *source, *size;
      bool is_padding;
    } copy;
    struct {
      const struct term *target, *byte, *size;
      bool is_padding;
    } fill;
    struct { /* target: address of the new thread's record of program.record_size zero bytes; the
              * thread starts in the function at `function` with that address and `arguments` */
      uint32_t target;
      const struct term *function, *arguments[2];
    } spawn;
    struct {
      const struct term *code;
    } exit;
    struct { /* SELF: address of the running thread's record. ALONE: 1 if all other threads have
              * finished. PRINTING: 1 under `heddle run`.
              * WATCHING: 1 if deadlocks or lock errors are checked, so that holders and waiting
              * threads matter. REUSED: the kinds of addresses that are reused (program.reuse). */
      uint32_t target;
    } get;
    struct { /* continues when condition(object, argument) is not 0, evaluated in one step with
              * the rest of the atomic section; the thread waits for `object` */
      const struct function *condition;
      const struct term *object, *argument;
      bool spurious;      /* may also continue without it, but still counts as blocked */
      bool cancellable;   /* pthread_cancel may make the condition true, even if `object` is held */
      bool is_rendezvous; /* of `argument` threads, or 0 (__heddle_block_until_met) */
    } wait;
    struct { /* annotation: the running thread acquires or releases `object` */
      const struct term *object;
      bool taken;
    } hold;
    struct {
      uint32_t target;
      const struct term *buffer;
    } setjmp;
    struct {
      const struct term *buffer, *value;
    } longjmp;
    struct {
      const struct term *address, *size;
    } print;
    struct {
      const char *what;
    } unsupported;
  };
};

/* The properties that it may violate itself. */
property_set edge_violates(const struct edge *edge);

struct location {
  uint32_t first_edge, edge_count; /* in function.edges, which are sorted by `from` */
  bool loop_head;                  /* target of a back edge of a depth-first search */
};

/* What a function of the library says of itself (src/library/heddle.h), mostly about a lock that is
 * its first argument. */
enum library_effect {
  EFFECT_NONE,
  EFFECT_TAKES,
  EFFECT_TAKES_SHARED,
  EFFECT_TRIES, /* took it if the result is 0 */
  EFFECT_TRIES_SHARED,
  EFFECT_GIVES,
  EFFECT_WAITS, /* gives its second argument back and takes it again */
  EFFECT_ONCE,  /* calls its second argument, unless that was done already */
  EFFECT_DESTROYS,
  EFFECT_JOINS, /* the thread that is its first argument; from here on, about threads */
  EFFECT_TRIES_JOIN,
  EFFECT_DETACHES,
  EFFECT_HELD, /* a condition to wait for: false only while another thread holds the object */
};

struct function {
  const char *name;
  uint32_t number; /* index into program.functions */
  struct position at;
  bool is_library;          /* from src/library/ */
  bool tells_threads_apart; /* its result distinguishes threads, as that of pthread_self does */
  bool names_variable;      /* NAMES_VARIABLE of src/library/heddle.h */
  enum library_effect effect;
  bool is_observer; /* of a specification: its accesses neither race nor synchronise */
  bool is_variadic; /* the last parameter register receives the address of the variadic area */
  uint32_t parameter_count;
  const uint32_t *parameters; /* registers */
  uint32_t result_count;
  const uint8_t *result_widths;
  uint32_t register_count;
  const struct reg *registers;
  uint32_t location_count, edge_count, entry;
  const struct location *locations; /* NULL and edge_count 0: declared, not lowered */
  const struct edge *edges;
  uint64_t address;
};

/* A global or thread-local variable, a string literal, or a function (size 1). Thread-local ones
 * have an `address` relative to the thread's record. */
struct object {
  const char *name;
  uint64_t address, size;
  uint32_t alignment;
  bool is_constant, is_thread_local, is_library;
  const unsigned char *bytes; /* the initial contents; NULL: zeros */
  const struct function *function;
  const struct type *type;
  struct position at;
};

struct program {
  struct arena *arena;
  struct terms *terms;
  enum data_model data_model;
  unsigned pointer_width; /* 64 or 32 */
  uint32_t file_count, function_count, object_count, thread_local_count;
  const char *const *files;
  struct function *const *functions;
  const struct object *objects;       /* sorted by address */
  const struct object *thread_locals; /* sorted by address (offset); instantiated per thread */
  const struct function *start;       /* the library's entry, which calls main */
  uint64_t record_size;               /* of a thread's record: the library's __heddle_record_size */
  uint64_t thread_local_end;          /* first offset from the record after the thread-locals */
  /* Assumptions about undefined functions and variables ("the undefined function f has no
   * effect"), which are shown to the user. */
  uint32_t assumption_count;
  const char *const *assumptions;
  bool lacks_arguments; /* main reads its arguments, but gets none */
  /* Represents memory that undefined functions return: its addresses are ordinary numbers, but
   * accesses to it are not modelled. NULL if there is none. */
  const struct object *opaque;
  const struct specification *specification; /* its automata observe the program; NULL: none */
  struct orders_used orders;
  /* Where threads may cancel others (analysis/cancelling.h), or NULL. */
  const struct cancelling *cancelling;
  /* The kinds of addresses that are reused (analysis/reuse.h); NULL: none while anything remembers
   * them. Set once, before the program is executed. */
  const struct reuse *reuse;
  bool asks_layout; /* some edge does: NONDET_LAYOUT */
  /* Properties that no execution violates, found before branches were cut that fields of locks are
   * not expected to take (transform/folding.h). */
  property_set impossible;
};

/* Finds the memory orders of all edges, for program.orders. */
struct orders_used program_find_orders(const struct program *program);
/* Everything, including the struct itself, is in program->arena, except the terms. NULL is fine. */
void program_destroy(const struct program *program);
const struct function *program_find_function(const struct program *program, const char *name);
/* The function or variable at an address; NULL if there is none, as in gaps. */
const struct object *program_find_object(const struct program *program, uint64_t address);
/* The unsupported operation of an execution that shows that transform/expected.h expected too much.
 */
#define UNEXPECTED_FIELD "another value in an object of the library than was expected"
#define OPAQUE_ACCESS "use of memory that an undefined function returned"
bool program_is_opaque(const struct program *program, uint64_t address); /* in that memory? */
const struct function *program_function_at(const struct program *program, uint64_t address);
/* Variants of library functions: for calls without result, and for memory whose type is known. */
#define LIBRARY_DISCARDED "__heddle_discarded_"
#define LIBRARY_PARTS "__heddle_parts_"
/* As the user calls it: without the prefix of a variant. */
const char *program_function_name(const struct function *function);
/* Does one of its edges execute the operation? */
bool program_function_has(const struct function *function, enum operation operation);
/* The properties of check edges that end the thread when they fail, or of those that do not. */
property_set program_checks(const struct program *program, bool fatal);
/* "counter.c:14", or "" for nowhere. */
void program_print_position(struct text *out, const struct program *program, struct position at);
/* Aborts with a message if an invariant of this header does not hold, so that a mistake of the
 * front end is found before an engine draws conclusions from it. */
void program_validate(const struct program *program);

#endif
