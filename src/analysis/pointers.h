/* SPDX-License-Identifier: Apache-2.0 */
/* The points-to constraints of a program: one object per program object, one per ALLOCATE edge, and
 * one for the records and thread-locals of all threads. Flow-, context- and field-insensitive;
 * covers only functions that are reachable from the start. Internal to analysis/. */
#ifndef ANALYSIS_POINTERS_H
#define ANALYSIS_POINTERS_H

#include "analysis/points.h"
#include "base/map.h"
#include "base/vector.h"
#include "program/program.h"

#define NO_NODE UINT32_MAX

/* The term of a node that is neither a register nor what an object contains. */
struct pointer_term {
  uint32_t node, registers; /* the node of register 0 */
  const struct term *term;
};

struct pointer_access {
  uint32_t function, address; /* a node */
  bool writes;
};

/* An indirect call, or a spawn, that waits for functions its address points to. */
struct pointer_call {
  const struct function *caller;
  const struct edge *edge;
};

struct pointer_function {
  uint32_t registers, results; /* first nodes; NO_NODE: not reached */
};

struct call_link {
  uint32_t caller, callee;
};

struct pointers {
  const struct program *program;
  struct points *points;
  uint32_t record; /* the objects: program.objects, the record, allocations as they are reached */
  uint32_t next_allocation, object_count;
  uint32_t nothing, anything, jump, spawned; /* nodes: see pointers.c */
  bool has_spawn;
  struct map allocations, addresses; /* edges to objects, and to the nodes of their functions */
  struct pointer_function *functions;
  bool *starts; /* per function: a thread can start there */
  bool *wild;   /* per node: may hold an arbitrary address */
  bool *made;   /* per node: made.c let it point to everything */
  uint32_t made_count;
  VECTOR(const struct function *) pending;
  VECTOR(struct pointer_term) terms;
  VECTOR(struct pointer_access) accesses;
  VECTOR(struct pointer_call) calls;
  VECTOR(struct call_link) links;
  VECTOR(uint32_t) arbitrary; /* nodes of registers that get arbitrary values */
};

void pointers_solve(struct pointers *pointers); /* again, after links were added */
void pointers_build(struct pointers *pointers, const struct program *program);
void pointers_release(struct pointers *pointers);

/* Which operands of an application give their bits to the result: a bit each. */
unsigned pointers_operands(const struct term *term);
/* The objects a constant may point to: at most two. */
unsigned pointers_near(const struct program *program, uint64_t address, uint32_t objects[2]);
bool pointers_may_be_address(const struct program *program, const struct term *constant);
/* Closes the set under what the objects in it contain. */
void pointers_close(const struct pointers *pointers, uint64_t *set);
/* All an arbitrary address may hit: program objects, records, arguments of threads and what can be
 * reached from them. */
void pointers_exposed(const struct pointers *pointers, uint64_t *set);

/* arbitrary.c: follows arbitrary values to addresses and lets accesses there hit all that is
 * exposed. Fills `wild`. */
void pointers_spread_arbitrary(struct pointers *pointers);
/* May the term be an arbitrary address? `registers`: the node of register 0 of its function. */
bool pointers_is_wild(const struct pointers *pointers, uint32_t registers, const struct term *term);

/* made.c: lets accesses and calls at addresses that were made of numbers go everywhere. Fills
 * `made`. Did that change anything? */
bool pointers_spread_made(struct pointers *pointers);
/* arbitrary.c: may a term point to an object? */
bool pointers_has_objects(const struct pointers *pointers, uint32_t registers,
                          const struct term *term);
/* arbitrary.c: lets the node be the address of each function whose address any node holds. Was that
 * new? */
bool pointers_add_held_functions(struct pointers *pointers, uint32_t node);

#endif
