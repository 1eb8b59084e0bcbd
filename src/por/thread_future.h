/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread may do from its current location on: from the edges its frames can still reach, and
 * from the values of registers that no longer change. */
#ifndef POR_THREAD_FUTURE_H
#define POR_THREAD_FUTURE_H

#include "por/future.h"
#include "semantics/machine.h"

#define NO_OBJECT UINT32_MAX

struct sharing;
struct thread_futures;
struct thread_futures *thread_futures_create(const struct program *program,
                                             const struct sharing *sharing,
                                             struct futures *futures);
void thread_futures_destroy(struct thread_futures *thread_futures);

/* An object of another thread that the answer depends on, at an address. */
struct future_premise {
  uint64_t address;
  uint32_t object;
};
struct future_premises {
  struct future_premise *items;
  size_t count, capacity;
};

/* All it may do: the number of a set in `futures`. Depends on nothing but the thread, its objects,
 * and the premises, which are appended. */
uint32_t thread_futures_find(struct thread_futures *thread_futures, const struct machine *machine,
                             const struct state *state, const struct thread *thread,
                             struct future_premises *premises);
/* A number for where the thread stands with which registers: equal local states have equal ones. */
uint64_t thread_futures_control(const struct thread_futures *thread_futures,
                                const struct thread *thread);

/* The live object at an address as an access to all of it; object NO_OBJECT if there is none. */
struct exact_access thread_futures_object_at(const struct thread_futures *thread_futures,
                                             const struct state *state, uint64_t address);
/* Is an object one that only the given thread accesses? */
bool thread_futures_is_private(const struct thread_futures *thread_futures,
                               const struct state *state, const struct exact_access *access,
                               const struct thread *thread);

#endif
