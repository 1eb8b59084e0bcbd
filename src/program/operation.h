/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of edges, and what each of them does: one row per operation. Whatever only asks
 * what an operation touches, defines or may do asks this table (also program/access.h and
 * program/uses.h), and knows a new operation from its row. */
#ifndef PROGRAM_OPERATION_H
#define PROGRAM_OPERATION_H

#include "program/property.h"

/* Sorts of operations: bits. */
enum {
  IS_VISIBLE = 1,  /* threads interleave before it */
  IS_DRAINING = 2, /* store buffers are empty when it is executed (but see memory_model_drains) */
  IS_LAST = 4,     /* the thread never continues at the target of the edge */
  IS_QUERY = 8,    /* only writes `get.target`, which depends on the run and the threads */
  IS_CONTROL = 16, /* about threads and the stack of calls, rather than registers and memory */
  IS_UPDATE = 32,  /* reads and writes a value at once */
};

/* OPERATION(name, text, sorts, violates, operands, accesses):
 *
 * violates: the properties that the operation itself may violate. Those of CHECK are in the edge.
 * operands: the terms that an edge reads and the registers that it writes. VALUE(field) is a term
 * that goes on to a register, to memory or to a function, READ(field) any other; WRITE(field) is a
 * register. VALUES(count, field), READS and WRITES are for several, with index i.
 * accesses: ACCESS(kind, address, details) for each access to memory (program/access.h). The
 * details are SIZE(field), or LENGTH(field) for a term, ORDER(field), STORED(field) for the term
 * that is written, LOADED(field) for the register that gets what is read, and QUIET(field) for a
 * flag of accesses that neither race nor drain. */
#define OPERATIONS                                                                                 \
  OPERATION(SKIP, "skip", 0, NOTHING, , )                                                          \
  OPERATION(ASSIGN, "assign", 0, NOTHING,                                                          \
            VALUES(assign.count, assign.list[i].value)                                             \
                WRITES(assign.count, assign.list[i].target), )                                     \
  OPERATION(ASSUME, "assume", 0, NOTHING, READ(assume.condition), )                                \
  OPERATION(CHECK, "check", 0, NOTHING, READ(check.condition), )                                   \
  OPERATION(NONDET, "nondet", 0, NOTHING,                                                          \
            READ(nondet.address) READ(nondet.other) WRITE(nondet.target), )                        \
  OPERATION(CALL, "call", 0, MEMORY,                                                               \
            READ(call.address) READ(call.variadic_area)                                            \
                VALUES(call.argument_count, call.arguments[i])                                     \
                    WRITES(call.result_count, call.results[i]), )                                  \
  OPERATION(RETURN, "return", 0, NOTHING, VALUES(ret.count, ret.values[i]), )                      \
  OPERATION(LOAD, "load", IS_VISIBLE, MEMORY | RACE, READ(load.address) WRITE(load.target),        \
            ACCESS(READ, load.address, SIZE(load.size) ORDER(load.order) LOADED(load.target)))     \
  OPERATION(STORE, "store", IS_VISIBLE | IS_DRAINING, MEMORY | RACE,                               \
            READ(store.address) VALUE(store.value),                                                \
            ACCESS(WRITE, store.address, SIZE(store.size) ORDER(store.order) STORED(store.value))) \
  OPERATION(RMW, "rmw", IS_VISIBLE | IS_DRAINING | IS_UPDATE, MEMORY | RACE,                       \
            READ(rmw.address) VALUE(rmw.operand) WRITE(rmw.target),                                \
            ACCESS(UPDATE, rmw.address,                                                            \
                   SIZE(rmw.size) ORDER(rmw.order) STORED(rmw.operand) LOADED(rmw.target)))        \
  OPERATION(CAS, "compare-exchange", IS_VISIBLE | IS_DRAINING | IS_UPDATE, MEMORY | RACE,          \
            READ(cas.address) READ(cas.expected) VALUE(cas.desired) WRITE(cas.old)                 \
                WRITE(cas.success),                                                                \
            ACCESS(EXCHANGE, cas.address,                                                          \
                   SIZE(cas.size) ORDER(cas.order) STORED(cas.desired) LOADED(cas.old)))           \
  OPERATION(FENCE, "fence", IS_VISIBLE | IS_DRAINING, NOTHING, , )                                 \
  OPERATION(ALLOCATE, "allocate", 0, NOTHING,                                                      \
            READ(allocate.size) READ(allocate.replaced) WRITE(allocate.target), )                  \
  OPERATION(FREE, "free", IS_VISIBLE | IS_DRAINING, MEMORY | RACE, READ(free.address),             \
            ACCESS(END, free.address, QUIET(free.is_slot)))                                        \
  OPERATION(BLOCK_SIZE, "block-size", IS_VISIBLE, MEMORY,                                          \
            READ(block_size.address) WRITE(block_size.target),                                     \
            ACCESS(MEASURE, block_size.address, ))                                                 \
  OPERATION(COPY, "copy", IS_VISIBLE | IS_DRAINING, MEMORY | RACE,                                 \
            READ(copy.target) READ(copy.source) READ(copy.size),                                   \
            ACCESS(READ, copy.source, LENGTH(copy.size) QUIET(copy.is_padding))                    \
                ACCESS(WRITE, copy.target, LENGTH(copy.size) QUIET(copy.is_padding)))              \
  OPERATION(                                                                                       \
      FILL, "fill", IS_VISIBLE | IS_DRAINING, MEMORY | RACE,                                       \
      READ(fill.target) READ(fill.byte) READ(fill.size),                                           \
      ACCESS(WRITE, fill.target, LENGTH(fill.size) STORED(fill.byte) QUIET(fill.is_padding)))      \
  OPERATION(SPAWN, "spawn", IS_VISIBLE | IS_DRAINING | IS_CONTROL, MEMORY,                         \
            READ(spawn.function) VALUE(spawn.arguments[0]) VALUE(spawn.arguments[1])               \
                WRITE(spawn.target), )                                                             \
  OPERATION(FINISH, "finish", IS_VISIBLE | IS_DRAINING | IS_LAST | IS_CONTROL, NOTHING, , )        \
  OPERATION(EXIT, "exit", IS_VISIBLE | IS_DRAINING | IS_LAST, LEAK | MEMCLEANUP,                   \
            READ(exit.code), )                                                                     \
  OPERATION(SELF, "self", IS_QUERY, NOTHING, WRITE(get.target), )                                  \
  OPERATION(ALONE, "alone", IS_VISIBLE | IS_QUERY, NOTHING, WRITE(get.target), )                   \
  OPERATION(ATOMIC_BEGIN, "atomic-begin", IS_VISIBLE | IS_DRAINING, NOTHING, , )                   \
  OPERATION(ATOMIC_END, "atomic-end", IS_VISIBLE, NOTHING, , )                                     \
  OPERATION(WAIT, "wait", IS_VISIBLE | IS_CONTROL, DEADLOCK,                                       \
            VALUE(wait.object) VALUE(wait.argument), )                                             \
  OPERATION(HOLD, "hold", 0, NOTHING, READ(hold.object), )                                         \
  OPERATION(SETJMP, "setjmp", IS_VISIBLE | IS_DRAINING | IS_CONTROL, MEMORY,                       \
            READ(setjmp.buffer) WRITE(setjmp.target), ACCESS(SAVE, setjmp.buffer, ))               \
  OPERATION(LONGJMP, "longjmp", IS_VISIBLE | IS_DRAINING | IS_LAST | IS_CONTROL, MEMORY,           \
            READ(longjmp.buffer) VALUE(longjmp.value), ACCESS(RESTORE, longjmp.buffer, ))          \
  OPERATION(PRINT, "print", IS_VISIBLE, MEMORY | RACE, READ(print.address) READ(print.size),       \
            ACCESS(READ, print.address, LENGTH(print.size)))                                       \
  OPERATION(PRINTING, "printing", IS_QUERY, NOTHING, WRITE(get.target), )                          \
  OPERATION(WATCHING, "watching", IS_QUERY, NOTHING, WRITE(get.target), )                          \
  OPERATION(REUSED, "reused", IS_QUERY, NOTHING, WRITE(get.target), )                              \
  OPERATION(UNSUPPORTED, "unsupported", IS_LAST, EVERYTHING, , )

enum operation {
#define OPERATION(name, text, sorts, violates, operands, accesses) OPERATION_##name,
  OPERATIONS
#undef OPERATION
      OPERATION_COUNT
};

struct operation_row {
  const char *name;
  unsigned sorts;
  property_set violates;
};
extern const struct operation_row operation_rows[OPERATION_COUNT];

static inline const char *operation_name(enum operation op) { return operation_rows[op].name; }

/* Is it of the sort, or of one of the sorts? */
static inline bool operation_is(enum operation op, unsigned sorts) {
  return (operation_rows[op].sorts & sorts) != 0;
}

#endif
