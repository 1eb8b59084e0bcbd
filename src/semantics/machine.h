/* SPDX-License-Identifier: Apache-2.0 */
/* The machine: the only definition of the effect of a step, for every engine.
 *
 * Threads interleave between visible operations: those marked so in the table of operations, and
 * returns that end the lifetime of local variables in memory while there are other threads.
 * machine_step executes one visible operation of a thread and the local operations after it, so
 * between steps every thread is about to execute a visible operation, or has finished.
 *
 * An assumption that does not hold ends the execution without a report. But it is a local
 * operation, which the thread may delay forever, while others continue and fail. So it stops only
 * its thread, unless the thread is in an atomic section, where no other thread can continue. The
 * same holds for an error that ends the program and is not checked. */
#ifndef SEMANTICS_MACHINE_H
#define SEMANTICS_MACHINE_H

#include "program/known.h"
#include "semantics/chooser.h"
#include "semantics/listener.h"
#include "semantics/state.h"

#include <assert.h>

/* An error with everything a report needs. */
struct violation {
  enum property property;
  const char *message; /* "assertion failed: x == 1", "double free" */
  uint32_t thread;     /* that violates the property */
  struct position at;
  const struct edge *edge; /* NULL: a deadlock */
  uint64_t address;        /* what it concerns, or 0 */
  /* race: the other access */
  uint32_t other_thread;
  const struct edge *other_edge;
  struct position other_at;
  bool other_is_past; /* it happened earlier, and nothing orders the two */
  /* deadlock: the threads that wait for each other, or all that wait (global). At most 16 kept. */
  uint32_t waiting_count;
  uint32_t waiting[16];
  bool is_cycle;
  struct violation_site site; /* identifies the violation in known_violations */
};

enum outcome {
  OUTCOME_STEPPED,
  OUTCOME_EXITED,      /* the program ended */
  OUTCOME_PRUNED,      /* an assumption did not hold, or an unchecked error ended the thread, and no
                          other thread can continue */
  OUTCOME_VIOLATION,   /* machine.violation tells */
  OUTCOME_UNSUPPORTED, /* machine.reason tells, with the place */
  OUTCOME_LIMIT, /* machine.reason tells: out of address space, call depth, machine.limit.over */
};

/* An edge that a thread took earlier, and the place in the user's program that led to it. */
struct past_edge {
  uint32_t thread;
  const struct edge *edge, *user_edge;
};

struct limits;
struct machine;
struct reused_addresses;
struct stale_parts;
struct unread;
struct overlay;

/* The numbers and ways that were chosen in an execution, in order, for the machine to choose the
 * same in another domain. */
struct value_log {
  VECTOR(uint64_t) numbers;
  size_t next;
  /* The value of the next number, which is to be `bits`; false ends the execution. */
  bool (*meet)(struct value_log *value_log, struct value value, unsigned width, uint64_t bits);
  /* A value is needed, and there is no number left. */
  void (*end)(struct value_log *value_log, struct value value, unsigned width);
};

/* What the machine is doing inside a step. */
struct machine_mode {
  bool is_looking;                 /* evaluates what is not yet executed */
  bool is_sizing;                  /* asks for a number that is a size */
  bool is_overlaid;                /* tells of an access that the overlay answered */
  bool is_waiting;                 /* evaluates the condition of a wait, … */
  const struct function *awaited;  /* … this one, … */
  const struct value *awaited_for; /* … of these two arguments, … */
  const struct edge *awaited_at;   /* … by this edge */
  uint64_t access, other;          /* of the access that the overlay was asked about (event) */
};

/* Receives what the program prints. NULL: __heddle_printing is 0. */
struct machine_output {
  void (*print)(void *context, const char *bytes, size_t size);
  void *context;
};

/* Memory whose address or size is not a number. */
struct symbolic_memory {
  /* Called for a load or store at an unknown address. Forgets everything that such a store can
   * change; a load then returns an arbitrary value. False, or NULL: the access is not supported. */
  bool (*havoc)(struct machine *machine, struct state *state, struct value address);
  /* An object whose size is not a number gets an end that is a value (open.h). Otherwise such a
   * size has to be made concrete, or is not supported. */
  bool opens_sizes;
  /* Is a size one of few numbers, which can be tried? NULL: none is. */
  bool (*is_small_choice)(struct machine *machine, struct value size);
  unsigned
      open_writes; /* how many writes to such an object are remembered, up to OPEN_MOST_WRITES */
};

/* What ends a step that takes long. */
struct step_limit {
  const struct limits *limits; /* NULL: there are none */
  uint64_t looks;              /* edges since the start, those of conditions too */
  const char *over;            /* out: the limit that ended a step; or NULL */
};

/* Why the absence of a violation may not count as a proof. */
struct machine_doubts {
  bool unclear;       /* an access or a wait was left out because its address is not known */
  bool read_unread;   /* a computed address led to an unread variable */
  char withheld[256]; /* why a deadlock was left out that may be one, or "" */
};

/* The execution that is repeated; each may be NULL. */
struct execution_log {
  struct value_log *values;
  struct reused_addresses *reused; /* repeated or recorded: reuse.h */
};

/* A step also ends where a loop begins another iteration, for a search that merges states there.
 * A schedule has no such steps. */
struct loop_ends {
  bool ends_step;
  bool ended; /* out: the last step did so */
};

struct machine_counts {
  uint64_t edges;       /* executed, without those of conditions */
  uint64_t preemptions; /* of a replay with listeners: context switches away from threads that could
                           continue */
  uint64_t ignored;     /* violations that were met and are known already, or suppressed */
};

struct machine {
  const struct program *program;
  const struct domain *domain;
  void *domain_context;
  property_set properties;
  const struct known_violations *known; /* not to be reported again; NULL: none */
  enum memory_model memory_model;       /* models other than sc are for the concrete domain only */
  struct chooser *chooser;
  /* The rest is optional. */
  struct listener *listeners; /* the first one */
  struct execution_log log;
  struct stale_parts *stale_parts; /* receives accesses to parts of addresses (analysis/reuse.h) */
  struct machine_output output;
  const struct unread *unread; /* values that are 0 whatever is assigned (analysis/unread.h) */
  struct overlay *overlay;     /* over memory whose contents are not followed (overlay.h) */
  struct symbolic_memory symbolic;
  struct step_limit limit;
  bool never_alone; /* it is left open which thread ends last, so that no thread ends the program by
                       finishing */
  struct loop_ends loops;
  struct machine_mode now;
  /* Out: */
  struct violation violation;
  char reason[256];
  int exit_code;
  struct machine_counts counts;
  struct machine_doubts doubts;
};

/* Adds a listener that is in no list, after those that are there. They hear in this order. */
static inline void machine_listen(struct machine *machine, struct listener *listener) {
  struct listener **end = &machine->listeners;
  while (*end) {
    assert(*end != listener);
    end = &(*end)->next;
  }
  *end = listener;
}

/* Removes a listener that is in the list. */
static inline void machine_unlisten(struct machine *machine, struct listener *listener) {
  struct listener **at = &machine->listeners;
  while (*at != listener)
    at = &(*at)->next;
  *at = listener->next;
  listener->next = NULL;
}

/* Does any listener want events? */
static inline bool machine_tells_events(const struct machine *machine) {
  for (const struct listener *listener = machine->listeners; listener; listener = listener->next)
    if (listener->event)
      return true;
  return false;
}

/* Does any listener want touches? */
static inline bool machine_tells_touches(const struct machine *machine) {
  for (const struct listener *listener = machine->listeners; listener; listener = listener->next)
    if (listener->touch)
      return true;
  return false;
}

/* The state before the first step: main's thread in front of its first visible operation. The
 * outcome is that of the local operations before it. */
enum outcome machine_start(struct machine *machine, struct state **state);

enum readiness {
  READY,
  READY_SPURIOUSLY, /* only a spurious wake-up could let it continue: counts as blocked */
  BLOCKED,          /* waits */
  STOPPED,          /* in front of an assumption that does not hold, or an unchecked error */
  HELD_BACK,        /* only the atomic section of another thread holds it back */
  FINISHED,
};
enum readiness machine_readiness(struct machine *machine, struct state *state,
                                 struct thread *thread);

/* One visible step of a READY or READY_SPURIOUSLY thread. */
enum outcome machine_step(struct machine *machine, struct state *state, struct thread *thread);

/* The other kind of step, under tso and pso: the index-th waiting store of a thread becomes
 * visible. */
bool machine_can_flush(const struct state *state, const struct thread *thread, size_t index);
void machine_flush(struct machine *machine, struct state *state, struct thread *thread,
                   size_t index);

/* The value of a term in a frame of a thread, if it is one number. */
bool machine_evaluate(const struct machine *machine, const struct thread *thread,
                      const struct frame *frame, const struct term *term, uint64_t *bits);

/* Do the next operations of two threads, or their waiting stores, race? Fills machine.violation. */
bool machine_finds_race(struct machine *machine, struct state *state);
/* Reports that an access of the thread conflicts with an earlier one of another thread, and that
 * nothing orders the two. False: the race is known already, or suppressed. */
bool machine_reports_race(struct machine *machine, const struct thread *thread,
                          const struct edge *edge, const struct edge *user_edge,
                          const struct past_edge *past, uint64_t address);
/* Can no thread continue although some have not finished, or do threads wait in a cycle? */
bool machine_finds_deadlock(struct machine *machine, struct state *state);
/* The same for a readiness of each thread, by index: does not read memory. */
bool machine_finds_deadlock_of(struct machine *machine, const struct state *state,
                               const enum readiness *readiness);

#endif
