/* What a thread may do from where it stands on: by the edges its frames can still reach, and by the
 * values of registers that do not change any more; and what it has to wait for before. */
#ifndef POR_LATER_H
#define POR_LATER_H

#include "por/future.h"
#include "semantics/machine.h"

#define NO_OBJECT UINT32_MAX

struct guards;
struct sharing;
struct later;
/* `guards`: NULL: nothing is behind a guard. */
struct later *later_create(const struct program *program, const struct sharing *sharing,
                           struct futures *futures, struct guards *guards);
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

/* Part of what the thread may do, and the guards it passes before: bits, as positions in the list
 * of the prospect. */
struct later_group {
  uint64_t guards;
  uint32_t future;
};
#define NO_GUARD UINT32_MAX
enum { MOST_GUARDS = 64 };
struct prospect {
  uint32_t all;  /* all it may do: the number of a set in `futures` */
  uint32_t lead; /* the guard it passes before anything else, or NO_GUARD */
  uint32_t guard_count, group_count;
  const uint32_t *guards; /* numbers in guards.h */
  const struct later_group *groups;
};
/* Is the access foreseen, behind no guard but the one that leads? */
bool prospect_allows(const struct prospect *prospect, const struct futures *futures,
                     const struct exact_access *access);
/* Depends on nothing but the thread, its objects, and the premises, which are appended. Lists are
 * in the arena. */
struct prospect later_of_thread(struct later *later, const struct machine *machine,
                                const struct state *state, const struct thread *thread,
                                struct later_premises *premises, struct arena *arena);
/* Does the prospect `after` hold nothing that was not foreseen before, also of what is behind the
 * guards it has? A guard that leads before a step may be passed by it. */
bool later_includes(struct later *later, const struct prospect *before,
                    const struct prospect *after);
/* A number for where the thread stands with which registers: equal situations have equal ones. */
uint64_t later_control(const struct later *later, const struct thread *thread);

/* The live object at an address as an access to all of it; object NO_OBJECT if there is none. */
struct exact_access later_object_at(const struct later *later, const struct state *state,
                                    uint64_t address);
/* Is an object one that only the given thread accesses? */
bool later_is_private(const struct later *later, const struct state *state,
                      const struct exact_access *access, const struct thread *thread);

#endif
