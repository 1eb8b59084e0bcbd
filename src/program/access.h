/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses of edges to memory, from the table of operations: where, how much, in which order,
 * and of which kind. What a call, a new thread or the end of a frame accesses is not among them. */
#ifndef PROGRAM_ACCESS_H
#define PROGRAM_ACCESS_H

#include "program/program.h"

enum edge_access_kind {
  EDGE_READ,
  EDGE_WRITE,
  EDGE_UPDATE,   /* reads and writes at once */
  EDGE_EXCHANGE, /* an update that only reads unless it finds the value that it expects */
  EDGE_END,      /* ends the life of the whole object */
  EDGE_MEASURE,  /* asks for the size of the object */
  EDGE_SAVE,     /* writes a jump buffer */
  EDGE_RESTORE,  /* reads a jump buffer */
};

struct edge_access {
  enum edge_access_kind kind;
  const struct term *address;
  uint32_t size;             /* in bytes; 0: `length`, or what the kind says */
  const struct term *length; /* in bytes, or NULL */
  enum memory_order order;   /* of an exchange that succeeds */
  bool is_quiet;             /* see edge_is_quiet */
  const struct term *stored; /* the value or the operand, or each byte; NULL: what is copied */
  uint32_t loaded;           /* the register that gets what is read, or NO_REGISTER */
};

/* Of a value: by a load, a store or an update. */
static inline bool access_is_of_value(const struct edge_access *access) {
  return access->kind <= EDGE_EXCHANGE && access->size;
}

static inline bool access_updates(const struct edge_access *access) {
  return access->kind == EDGE_UPDATE || access->kind == EDGE_EXCHANGE;
}

/* May it write, or end the object? */
static inline bool access_writes(const struct edge_access *access) {
  return access->kind == EDGE_WRITE || access_updates(access) || access->kind == EDGE_END ||
         access->kind == EDGE_SAVE;
}

static inline bool access_is_atomic(const struct edge_access *access) {
  return access->order != ORDER_PLAIN || access_updates(access);
}

/* Does it read, write or end what the program has there? */
static inline bool access_touches(const struct edge_access *access) {
  return access->kind <= EDGE_END;
}

/* May it take part in a data race? */
static inline bool access_races(const struct edge_access *access) {
  return access_touches(access) && !access->is_quiet;
}

enum { MOST_ACCESSES = 2 };

/* In the order in which they happen. Returns how many there are. */
unsigned edge_accesses(const struct edge *edge, struct edge_access out[MOST_ACCESSES]);
/* Gives the only access of an edge, if it is to one value; false: it is not. */
bool edge_value_access(const struct edge *edge, struct edge_access *access);
/* The memory order of that access; ORDER_PLAIN if there is none. */
enum memory_order edge_order(const struct edge *edge);
/* Does it access padding or end a slot, which neither races nor drains? A copy of padding also
 * moves the scalars beside it, and C leaves its value open. */
bool edge_is_quiet(const struct edge *edge);

#endif
