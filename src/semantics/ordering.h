/* SPDX-License-Identifier: Apache-2.0 */
/* Inside semantics/: which accesses happen before which, as C11 (5.1.2.4) defines it, to find data
 * races over atomic accesses that do not synchronise. Release sequences are those of C23, as in
 * axioms.h: only read-modify-writes continue them.
 *
 * If every atomic load acquires and every atomic store releases, two accesses that nothing orders
 * are next to each other in some reachable state, and races.c finds them there. A relaxed flag
 * lets one access come after another without ordering the two, so that no such state exists. So if
 * a program has such accesses and races are looked for, the state remembers past accesses: of each
 * byte the last plain write, and what each thread has read or atomically accessed since. With each
 * of them goes what carries it: the threads that it happens before, the atomic locations that were
 * released after it, and what fences and store buffers keep of it. An access that conflicts with a
 * past one which does not happen before it is a race.
 *
 * That replaces the clocks of dynamic race detectors, which count up and would make every state a
 * new one. A past access that happens before whatever any other thread will do is forgotten.
 *
 * - A plain write replaces all past accesses to its bytes: they happen before whatever it happens
 *   before.
 * - Other accesses replace older ones of the same thread that do not conflict with more.
 * - Acquire load: its thread now knows what the location carries. This counts for the load itself,
 *   which is then no race with accesses that were released there.
 * - Relaxed load: it knows that only from its next acquire fence on.
 * - Release store: the location carries what its thread knows.
 * - Relaxed store: it carries what its thread knew at its last release fence; what earlier releases
 *   left there ends.
 * - Read-modify-write: it leaves what the location carries, and adds to it.
 * - Thread creation: the new thread knows what its creator knows.
 * - Freeing is a release store to the block's first byte; allocating a block there is an acquire
 *   load of it.
 *
 * Everything is by bytes, so accesses of different sizes need no special care; a load acquires what
 * any of its bytes carries. A plain access in an atomic section counts as seq_cst: that is how
 * mutexes, joins, semaphores and all other models of the library synchronise. What they do
 * to their own words is not remembered, only checked.
 *
 * Under tso and pso an access happens when it is executed; a store that waits takes along what its
 * location is to carry, which takes effect when it is flushed.
 *
 * Steps that touch different bytes commute here too: a step changes what is known of the bytes it
 * accesses, what its own thread knows, and what its bytes carry, and looks at nothing else; and
 * what is forgotten stays forgettable. So partial-order reduction, which keeps one order of every
 * execution up to such commutations, keeps these races, whichever of the two accesses came first.
 */
#ifndef SEMANTICS_ORDERING_H
#define SEMANTICS_ORDERING_H

#include "semantics/state.h"

struct memory_access;
struct ordering;
struct ordering *ordering_create(void);
void ordering_destroy(struct ordering *ordering); /* may be NULL */

/* Everything below does nothing if state.ordering is NULL. */

/* The thread reads memory, or writes it, with that order (ORDER_PLAIN: not atomically; what the
 * access says of it does not count). True: that is a race, which machine.violation tells. */
bool ordering_finds_race(const struct memory_access *access, enum memory_order order);
/* The effect of an atomic load. */
void ordering_acquire(struct state *state, const struct thread *thread, uint64_t address,
                      uint64_t size, enum memory_order order);
/* The effect of a store on the location that it writes. `keeps`: it belongs to a
 * read-modify-write. */
void ordering_release(struct state *state, const struct thread *thread, uint64_t address,
                      uint64_t size, enum memory_order order, bool keeps);
/* The same for a store that enters the thread's buffer, and for the index-th one when it leaves
 * the buffer, because it becomes visible or is dropped. */
void ordering_buffer(struct state *state, const struct thread *thread);
void ordering_unbuffer(struct state *state, const struct thread *thread, size_t index,
                       bool is_visible);
void ordering_fence(struct state *state, const struct thread *thread, enum memory_order order);
void ordering_create_thread(struct state *state, const struct thread *creator,
                            const struct thread *created);
/* These bytes are gone, or not in use yet. */
void ordering_forget(struct state *state, uint64_t address, uint64_t size);

/* Notes memory that the condition of a wait reads; if the thread continues, it acquires from
 * there. */
void ordering_await(struct state *state, uint64_t address, uint64_t size);
void ordering_begin_wait(struct state *state);
void ordering_end_wait(struct state *state, const struct thread *thread);

/* The ordering as bytes. They are equal for states that agree on all that is ordered. */
struct bytes {
  unsigned char *items;
  size_t count, capacity;
};
void ordering_pack(struct state *state, struct bytes *out);
void ordering_unpack(struct state *state, const unsigned char *bytes, size_t size);

#endif
