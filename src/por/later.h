/* What a thread may do from where it stands on: by the edges its frames can still reach, and by the
 * values of registers that do not change any more. */
#ifndef POR_LATER_H
#define POR_LATER_H

#include "por/future.h"
#include "semantics/machine.h"

#define NO_OBJECT UINT32_MAX

struct sharing;
struct later;
struct later *later_create(const struct program *program, const struct sharing *sharing,
                           struct futures *futures);
void later_destroy(struct later *later);

/* An object of another thread that the answer depends on, at an address. */
struct later_premise {
  uint64_t address;
  uint32_t object;
};
struct later_premises {
  struct later_premise *items;
  size_t count, capacity;
};

/* All it may do: the number of a set in `futures`. Depends on nothing but the thread, its objects,
 * and the premises, which are appended. */
uint32_t later_of_thread(struct later *later, const struct machine *machine,
                         const struct state *state, const struct thread *thread,
                         struct later_premises *premises);
/* A number for where the thread stands with which registers: equal situations have equal ones. */
uint64_t later_control(const struct later *later, const struct thread *thread);

/* The live object at an address as an access to all of it; object NO_OBJECT if there is none. */
struct exact_access later_object_at(const struct later *later, const struct state *state,
                                    uint64_t address);
/* Is an object one that only the given thread accesses? */
bool later_is_private(const struct later *later, const struct state *state,
                      const struct exact_access *access, const struct thread *thread);

#endif
