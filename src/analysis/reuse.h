/* SPDX-License-Identifier: Apache-2.0 */
/* Which kinds of addresses a program can observe being reused. An allocator may return the address
 * of a freed block, a new thread may get the pthread_t of a joined one, and a local variable may
 * lie where one of an earlier call was. A program can observe this only if it compares addresses or
 * computes with them. Based on points-to sets; the other kinds need not be tried. */
#ifndef ANALYSIS_REUSE_H
#define ANALYSIS_REUSE_H

#include "program/program.h"

struct liveness;

struct reuse {
  unsigned kinds; /* of REUSE_*: those whose addresses come back */
  struct liveness *liveness;
  uint32_t function_count;
  unsigned char **derived; /* for each edge of each function: of DERIVES_*; NULL: nothing */
  unsigned all_derived;    /* what any edge does */
};

/* How an edge may make another number of an address. */
enum {
  DERIVES_BY_OPERATOR = 1, /* a hash, an xor with another one, a truncation */
  DERIVES_BY_ACCESS = 2,   /* it accesses memory where it may cut an address into pieces */
};

/* What is found for a program, to be put into program.reuse. Addresses of the kinds `also` come
 * back in any case. */
struct reuse *stale_addresses_create(const struct program *program, unsigned also);
void stale_addresses_destroy(struct reuse *reuse);

/* The kinds of addresses that come back in the program. */
static inline unsigned stale_addresses_kinds(const struct program *program) {
  return program->reuse ? program->reuse->kinds : 0;
}
static inline bool stale_addresses_has(const struct program *program, unsigned kinds) {
  return stale_addresses_kinds(program) & kinds;
}

/* Accesses to part of an address whose kind is not reused in the program, or comparisons for which
 * REUSE_INSIDE matters, seen in one run of an engine: what was found about the program beforehand
 * is not true. No proof counts, and the search begins again with these kinds. After REUSE_ELSEWHERE
 * no proof counts either, but the search goes on. */
struct stale_parts {
  unsigned kinds;          /* of REUSE_*; 0: none was seen */
  const struct edge *edge; /* the first such access */
};
/* An edge accesses part of an address of these kinds. `parts` may be NULL: it is not noted. */
void stale_parts_note(struct stale_parts *parts, const struct program *program,
                      const struct edge *edge, unsigned kinds);
/* Does the search have to begin again? */
static inline bool stale_parts_seen(const struct stale_parts *parts) {
  return parts && parts->kinds & REUSE_ADDRESSES;
}

/* Does any edge of the program derive numbers from addresses in one of these ways? */
static inline bool stale_addresses_derive(const struct program *program, unsigned ways) {
  return program->reuse && program->reuse->all_derived & ways;
}
/* How an edge of the program derives numbers that may remember an address: bits of DERIVES_*. */
static inline unsigned stale_addresses_derived(const struct program *program,
                                               const struct function *function,
                                               const struct edge *edge) {
  const unsigned char *derived = program->reuse ? program->reuse->derived[function->number] : NULL;
  return derived ? derived[edge - function->edges] : 0;
}

#endif
