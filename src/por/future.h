/* SPDX-License-Identifier: Apache-2.0 */
/* The future of a thread: the memory that it may still access, built once for each local state and
 * interned. Memory is a whole object, by its number in analysis/sharing.h, or a range of addresses,
 * which also belongs to an object. A smaller set is a stronger claim about the thread. There are
 * two queries: whether an access could matter to the thread, and whether the thread kept its
 * claim. */
#ifndef POR_FUTURE_H
#define POR_FUTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An access at addresses that are known. */
struct exact_access {
  uint64_t start, end;
  uint32_t object;
  uint32_t writes; /* 0 or 1: the struct is hashed and has no padding */
};

enum future_flag {
  FUTURE_EVERYTHING = 1, /* nothing is known */
  FUTURE_EXITS = 2,      /* may end the program */
  FUTURE_FINISHES = 4,   /* may end its thread */
  FUTURE_ASKS_ALONE = 8, /* may ask whether others have still to finish */
};

struct futures;
struct futures *futures_create(uint32_t object_count);
void futures_destroy(struct futures *futures);

/* A set under construction. */
struct future_draft;
struct future_draft *future_draft_create(const struct futures *futures);
void future_draft_destroy(struct future_draft *draft);
void future_draft_clear(struct future_draft *draft);
void future_draft_add_flags(struct future_draft *draft, unsigned flags);
void future_draft_add_object(struct future_draft *draft, uint32_t object, bool writes);
void future_draft_add_range(struct future_draft *draft, struct exact_access range);
void future_draft_add_draft(struct future_draft *draft, const struct future_draft *more);
/* Sorts the ranges and drops those that others cover. */
void future_draft_compact(struct future_draft *draft);
size_t future_draft_words(const struct future_draft *draft); /* of a set of objects */

/* Equal sets have equal numbers. The draft is of no use afterwards. */
uint32_t futures_intern(struct futures *futures, struct future_draft *draft);

unsigned futures_flags(const struct futures *futures, uint32_t future);
/* Does the set hold something that does not commute with the access? */
bool futures_conflict(const struct futures *futures, uint32_t future,
                      const struct exact_access *access);
/* Do two sets hold accesses that do not commute? */
bool futures_meet(const struct futures *futures, uint32_t first, uint32_t second);
/* Is the access among what the set allows? */
bool futures_allow(const struct futures *futures, uint32_t future,
                   const struct exact_access *access);
/* Does `larger` hold all of `smaller`? */
bool futures_include(struct futures *futures, uint32_t larger, uint32_t smaller);

#endif
