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
#include "semantics/state.h"

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

/* One thing that happened, told to the observers. */
enum event_kind {
  EVENT_EDGE,
  EVENT_READ,
  EVENT_WRITE, /* executed; other threads may see it only after its EVENT_FLUSH */
  EVENT_FLUSH, /* the store of `edge` becomes visible to all threads */
  EVENT_CHOICE,
  EVENT_REUSE, /* the next allocation reuses an address */
};
struct event {
  enum event_kind kind;
  uint32_t thread;
  const struct edge *edge;
  uint64_t address;   /* READ, WRITE, FLUSH, REUSE */
  uint32_t size;      /* bytes; READ and WRITE of more than 8 have no value */
  struct value value; /* READ, WRITE, FLUSH, CHOICE */
  struct position at; /* of the edge */
  /* READ: of another write than the newest; WRITE: one that is not the newest in modification
   * order. Only in executions of axiomatic models (graph_run.h). */
  bool is_old;
  /* READ, WRITE, in such executions: which access it is, from 1 on; 0: none that counts. If it is
   * old: the write that it reads (0: the first value), or that it comes before. */
  uint64_t access, other;
};

/* An edge that a thread took earlier, and the place in the user's program that led to it. */
struct past_edge {
  uint32_t thread;
  const struct edge *edge, *user_edge;
};

struct footprint;
struct limits;
struct machine;
struct reused_addresses;
struct stale_parts;
struct unread;
struct overlay;
struct observer {
  void (*notice)(struct observer *observer, const struct state *state, const struct event *event);
  struct observer *next; /* hears the same afterwards; see machine_add_observer */
};

/* Hears of accesses whose address was one of several, so that it could not be foreseen. */
struct access_watch {
  bool wants_all; /* accesses */
  void (*access)(struct access_watch *watch, const struct state *state, const struct thread *thread,
                 uint64_t address, uint64_t size, bool writes);
};

/* The numbers and ways that were chosen in an execution, in order, to repeat it with another
 * domain. */
struct value_log {
  bool follows; /* else it records */
  VECTOR(uint64_t) numbers;
  size_t next;
  /* Following: the value of the next number, which is to be `bits`; false ends the execution. */
  bool (*meet)(struct value_log *value_log, struct value value, unsigned width, uint64_t bits);
  /* Following: a value is needed, and there is no number left. */
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
  /* Loads and stores at an address that cannot be told: forgets everything that such a store can
   * change, and what a load gives is arbitrary. False, or NULL: they are not supported. */
  bool (*havoc)(struct machine *machine, struct state *state, struct value address);
  /* An object whose size is no number has an end that is a value (open.h). Else such a size has to
   * be made concrete, or is not supported. */
  bool opens_sizes;
  /* Is a size one of few numbers, which can be tried? NULL: none is. */
  bool (*is_small_choice)(struct machine *machine, struct value size);
  unsigned open_writes; /* of these objects that are remembered, up to OPEN_MOST_WRITES */
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

/* What an execution chose, recorded or repeated; each may be NULL. */
struct execution_log {
  struct value_log *values;
  struct reused_addresses *reused; /* reuse.h */
};

/* A step also ends where a loop begins anew, for a search that merges states there. Such steps are
 * none of a schedule. */
struct loop_ends {
  bool ends_step;
  bool ended; /* out: the last step did so */
};

struct machine_counts {
  uint64_t edges;       /* executed, without those of conditions */
  uint64_t preemptions; /* of a replay that is observed: threads that could go on had to stop */
  uint64_t ignored;     /* violations that were met and are known already, or suppressed */
};

struct machine {
  const struct program *program;
  const struct domain *domain;
  void *domain_context;
  property_set properties;
  const struct known_violations *known; /* not to be reported again; NULL: none */
  enum memory_model memory_model;       /* others than sc: for the concrete domain only */
  struct chooser *chooser;
  /* Of the rest each is optional. */
  struct observer *observer; /* the first one */
  struct footprint *footprint;
  struct access_watch *watch;
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

static inline void notify_observer(struct machine *machine, const struct state *state,
                                   struct event event) {
  for (struct observer *observer = machine->observer; observer; observer = observer->next)
    observer->notice(observer, state, &event);
}

/* Adds an observer that is not yet in a list. All hear the same, in the order of adding. */
static inline void machine_add_observer(struct machine *machine, struct observer *observer) {
  struct observer **end = &machine->observer;
  while (*end)
    end = &(*end)->next;
  *end = observer;
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
