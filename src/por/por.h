/* SPDX-License-Identifier: Apache-2.0 */
/* Partial-order reduction for engines that explore remembered states one after the other, in any
 * order. The engine asks which threads to step from a state, reports where the steps led, and is
 * told when a state has to be looked at again.
 *
 *   while (a state `number` waits) {
 *     store_load(store, state, number);
 *     por_expand(por, machine, state, number);
 *     while (por_next(por, &index)) {
 *       for every choice {
 *         store_load(store, state, number);
 *         outcome = machine_step(machine, state, state->threads[index]);
 *         while (outcome == OUTCOME_STEPPED && por_goes_on(por, machine, state, index))
 *           outcome = machine_step(machine, state, …the same thread);
 *         if (outcome == OUTCOME_STEPPED) {
 *           to = store_add(store, state, &fresh);
 *           again = por_arrive(por, state, to, fresh);     again: `to` waits once more
 *         } else
 *           por_end_execution(por);
 *       }
 *     }
 *   }
 *   and when none waits: por_take_postponed gives states that have to wait after all.
 *
 * What is preserved: every error a thread makes by its own step (reach, memory, lock, division,
 * overflow, unsupported), races, global deadlocks, cycles of waiting threads, and with `leak` among
 * the properties every state in which the program ends. Why: docs/architecture.md. */
#ifndef POR_POR_H
#define POR_POR_H

#include "semantics/machine.h"
#include "semantics/store.h"

enum por_level {
  POR_NONE,
  POR_LOCAL,      /* steps no other thread can notice are taken at once and alone */
  POR_PERSISTENT, /* and only the threads of a persistent set are stepped */
  POR_SLEEP,      /* local, and sleep sets */
  POR_FULL,       /* all of it */
};

struct por;
/* `store` is the one whose numbers the engine uses. */
struct por *por_create(const struct program *program, property_set properties, enum por_level level,
                       const struct store *store);
void por_destroy(struct por *por);
/* Steps are also executed only to see what they access: `prepare` is called before each of them
 * with the number of the thread. */
void por_set_prepare(struct por *por, void (*prepare)(void *context, uint32_t thread),
                     void *context);
/* For a search that does not follow what some memory holds (semantics/overlay.h): tells of an
 * access to any of it. No other thread notices such an access. */
struct exact_access;
void por_set_overlay(struct por *por,
                     bool (*is_overlaid)(void *context, const struct exact_access *access),
                     void *context);
/* For the machine that executes the steps: accesses that could not be foreseen are checked when
 * they happen. */
struct listener *por_listener(struct por *por);
/* "none", "local", …: as the option is written. */
enum por_level por_level_by_name(const char *name);

/* Begins (or resumes) the expansion of state `number`, which is loaded and is so again afterwards.
 */
void por_expand(struct por *por, struct machine *machine, struct state *state, uint32_t number);
/* The next thread to step from it, by its index in state.threads; it is READY or READY_SPURIOUSLY.
 * Every possible step of it has to be taken. False: the state is done for now. */
bool por_next(struct por *por, size_t *index);
/* Does no other thread notice the step of that thread? */
bool por_is_local(const struct por *por);
/* After a step of thread `number` (not index: threads may have been added): shall the thread take
 * its next step at once, because no other thread notices it? */
bool por_goes_on(struct por *por, struct machine *machine, struct state *state, uint32_t number);
/* Did no other thread notice any of the steps that por_goes_on asked for since the last state?
 * Others may notice some of them, if they would have been stepped later in any case. */
bool por_went_on_locally(const struct por *por);
/* The step led to a state that the store knows as `to`, or that `to` covers; it is `state`, and
 * every component of it is in the store. Afterwards `state` may be `to`. True: `to` has been
 * expanded, but must be expanded again for what was left out there. */
bool por_arrive(struct por *por, struct state *state, uint32_t to, bool fresh);
/* The step did not lead to a state. */
void por_end_execution(struct por *por);

/* For a search that decides itself which threads it steps, because it bounds their switches:
 * instead of por_expand and por_next. Looks at state `number`, which is loaded; the result is the
 * index of a thread whose next step no other thread notices, so that it can be taken at once, or
 * SIZE_MAX. por_choose tells which thread is stepped next. Of the levels only `none` and `local`
 * make sense.
 */
size_t por_look(struct por *por, struct machine *machine, struct state *state, uint32_t number);
void por_choose(struct por *por, size_t index);
/* Of the state that was looked at: the index of a thread whose next step commutes with everything
 * that others may do, now or later, or SIZE_MAX. A search that relies on it compares the futures
 * before and after every step: */
size_t por_find_unnoticed(const struct por *por);
bool por_is_unnoticed(const struct por *por, size_t index);
#define NO_FUTURE UINT32_MAX
/* What the thread may do from there on; NO_FUTURE: nothing, or nothing is claimed. */
uint32_t por_future(const struct por *por, size_t index);
/* Checks that the future of a thread after a step, or of one that it created, is part of its future
 * before. Otherwise a claim is violated. */
void por_check_future(struct por *por, uint32_t before, uint32_t after);
/* Of the thread in that state; false: it was not looked at. */
bool por_readiness(const struct por *por, size_t index, enum readiness *readiness);

/* When no state waits: gives a state to expand again, so that no thread is ignored for ever. False:
 * there is none. */
bool por_take_postponed(struct por *por, uint32_t *number);

/* Did an access contradict the static claims, such as a pointer that leaves its object? Then the
 * search must start again with por_drop_claims. */
bool por_claim_violated(const struct por *por);
/* Relies only on what steps really access. To be called before the first por_expand. */
void por_drop_claims(struct por *por);

struct por_statistics {
  bool without_claims;
  uint64_t reduced;   /* expansions with fewer threads than could move */
  uint64_t asleep;    /* threads left out because they slept */
  uint64_t woken;     /* expansions for what had been asleep before */
  uint64_t postponed; /* expansions so that nothing is ignored */
  uint64_t simulated; /* steps executed only to see what they access */
};
struct por_statistics por_statistics(const struct por *por);

#endif
