/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses of the next step of a thread in a state. The address of a load or store is known. A
 * step that enters an atomic section or waits is executed to find out, and the result is kept for
 * every state in which the thread has the same local state and reads the same values. Threads are
 * identified by the number of their component in the store. */
#ifndef POR_NEXT_H
#define POR_NEXT_H

#include "por/thread_future.h"
#include "semantics/store.h"

struct next {
  enum readiness readiness;
  const struct exact_access *list; /* valid until the next call for the same state's threads */
  uint32_t count;
  uint32_t future;  /* what the thread may do from here on, if that is asked for */
  uint64_t control; /* see thread_futures_control */
  bool everything;  /* does not commute with anything */
  bool is_local;    /* no other thread notices the step */
  bool is_plain;    /* not atomic: could race with a section */
  bool is_section;  /* its accesses are in an atomic section */
  bool only_waits; /* enters a wait that does not hold, and accesses nothing but to find that out */
  bool asks_alone, finishes;
};

struct nexts;
struct nexts *nexts_create(struct thread_futures *thread_futures, struct futures *futures,
                           const struct store *store);
void nexts_set_prepare(struct nexts *nexts, void (*prepare)(void *context, uint32_t thread),
                       void *context);
/* Accesses that no other thread can notice, because the search does not follow what is there. */
void nexts_set_overlay(struct nexts *nexts,
                       bool (*is_overlaid)(void *context, const struct exact_access *access),
                       void *context);
/* From now on no step is local, and futures allow everything. */
void nexts_drop_claims(struct nexts *nexts);
void nexts_destroy(struct nexts *nexts);

/* For the thread with this index. The state is loaded and has `number`; so it is afterwards. */
struct next next_of(struct nexts *nexts, struct machine *machine, struct state *state,
                    uint32_t number, size_t index);
/* What a glance at the next step of a thread, not yet in the store, tells. */
enum glance {
  GLANCE_LOCAL, /* no other thread notices it */
  GLANCE_PLAIN, /* one access */
  GLANCE_OTHER, /* more must be done to know */
};
enum glance next_glance(struct nexts *nexts, const struct machine *machine,
                        const struct state *state, const struct thread *thread,
                        struct exact_access *access);
/* The future and local state of a thread of a state that was just added to the store. False: it has
 * finished or stopped. */
bool next_local_state(struct nexts *nexts, const struct machine *machine, const struct state *state,
                      const struct thread *thread, uint32_t *future, uint64_t *control);
/* Was an access that the thread makes, in a step from where it had this future, foreseen? */
bool next_was_foreseen(const struct nexts *nexts, const struct state *state,
                       const struct thread *thread, uint32_t future, struct exact_access access);
/* An access was met that the thread's future did not allow. */
bool nexts_claim_violated(const struct nexts *nexts);
uint64_t nexts_simulated(const struct nexts *nexts);

#endif
