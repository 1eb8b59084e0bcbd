/* SPDX-License-Identifier: Apache-2.0 */
/* Objects whose end is a value: blocks and arrays of a size that is an input, for domains that have
 * terms. Such an object has more addresses than it has bytes, whatever its size is, and every
 * access is compared with its end.
 *
 * The contents begin with the first bytes, which are followed like those of other objects as long
 * as all offsets are numbers. Fields of eight bytes come next: the end, the byte that the rest was
 * filled with, and the latest writes at offsets that are values. A read looks for its own offset
 * among these, the newest first. Earlier writes are forgotten, and reading there gives an arbitrary
 * value. So an execution may be found that does not exist, but none is missed.
 *
 * That these are ordinary contents of memory makes them part of a state like all others. Every
 * decision goes through the chooser or settle_way, so that an execution can be followed. */
#ifndef SEMANTICS_OPEN_H
#define SEMANTICS_OPEN_H

#include "semantics/step_access.h"

enum { MOST_ALLOCATED = 1 << 30 }; /* bytes of one object */

/* Offsets in the contents. */
enum {
  OPEN_WINDOW = 128, /* bytes that are followed */
  OPEN_FIELD = 8,
  OPEN_END = OPEN_WINDOW,
  OPEN_REST = OPEN_END + OPEN_FIELD,
  OPEN_COUNT = OPEN_REST + OPEN_FIELD,
  OPEN_WRITES = OPEN_COUNT + OPEN_FIELD,
  OPEN_MOST_WRITES = 2,
  OPEN_WRITE = 3 * OPEN_FIELD, /* where, what, and its shape */
  OPEN_CONTENTS = OPEN_WRITES + OPEN_MOST_WRITES * OPEN_WRITE,
};

/* Must the size stay a value, since it is not a number and not one of few? */
bool open_wants(struct machine *machine, struct value size);
enum outcome open_allocate(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge, struct value size);

/* The object of this kind that the form of an address shows it to lie in. */
bool open_find(const struct machine *machine, const struct state *state, struct value address,
               struct place *place);
/* The same without choosing or recording anything. */
bool open_look(const struct machine *machine, const struct state *state, struct value address,
               struct place *place);
/* Narrows an access of the next step, whose address or size is unknown, down to an object of
 * this kind, if it is in one. */
void open_narrow(const struct machine *machine, const struct state *state, struct value address,
                 struct value size, struct access *access);
/* One of two accesses is unknown: is it certain whether they overlap? */
bool open_overlap(const struct machine *machine, const struct access *a, const struct access *b,
                  bool *overlap);
/* Decides whether they overlap; tries both if either is possible. */
void open_decide_overlap(const struct machine *machine, const struct access *a,
                         const struct access *b);
/* Is there an object of this kind? */
bool open_exists(const struct state *state);
/* May an object of this kind have the bytes of the access? */
bool open_may_have(const struct state *state, const struct access *access);
/* Checks an access to `size` (of 64 bits) bytes at an address in a place that open_find found, and
 * says where it goes: at an offset that is followed, or `place.is_open`. `fixed`: the size as a
 * number; 0: it is none. */
enum outcome open_enter(struct memory_access *access, struct value address, struct value size,
                        uint64_t fixed);
/* Reads and writes at a place with `is_open`. */
struct value open_read(struct machine *machine, struct state *state, const struct edge *edge,
                       const struct place *place, unsigned size);
void open_write(struct machine *machine, struct state *state, const struct place *place,
                unsigned size, struct value value);
/* The end of an object of this kind, of 64 bits. */
struct value open_end(const struct machine *machine, const struct place *place);

/* open_range.c: operations whose size is a value, or that access a place with `is_open`. */
enum outcome open_fill(struct machine *machine, struct state *state, const struct edge *edge,
                       const struct place *target, struct value size, struct value byte);
enum outcome open_copy(struct machine *machine, struct state *state, const struct edge *edge,
                       const struct place *target, const struct place *source, struct value size);
/* Forgets all contents or, if `byte` is below 256, sets all bytes to it. */
void open_reset(struct machine *machine, struct state *state, const struct place *place,
                uint64_t byte);

/* Arithmetic on values of 64 bits; comparisons give one bit. */
struct value open_number(const struct machine *machine, uint64_t bits);
struct value open_apply(const struct machine *machine, enum operator op, struct value a,
                        struct value b);

#endif
