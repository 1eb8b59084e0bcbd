/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the symbolic execution of every thread up to a bound, and its results:
 * events on shared memory, possible errors, and what was cut off. The order between threads is not
 * decided here: a read of shared memory gives a fresh variable. */
#ifndef ENGINE_ORDER_SYMBOLIC_H
#define ENGINE_ORDER_SYMBOLIC_H

#include "analysis/liveness.h"
#include "analysis/loops.h"
#include "analysis/sharing.h"
#include "analysis/waiting.h"
#include "base/map.h"
#include "base/vector.h"
#include "engine/engine.h"
#include "engine/order/knowledge.h"

/* How often each loop is repeated, and each function calls itself, before an execution is cut off.
 * Each has a bound of its own, which grows only if executions are cut off there: like Fibonacci's
 * numbers, so that what was done before stays a fraction of the whole. */
struct loop_bounds {
  unsigned first; /* of those that never grew */
  unsigned largest;
  struct map grown; /* by key */
};

/* The loop with this head; NO_LOOP: calls of the function by itself. */
#define NO_LOOP UINT32_MAX
static inline uint64_t loop_bounds_key(const struct function *function, uint32_t head) {
  return (uint64_t)function->number << 32 | head;
}

unsigned loop_bounds_get(const struct loop_bounds *bounds, uint64_t key);
/* To the next of 1, 2, 3, 5, 8, … */
void loop_bounds_grow(struct loop_bounds *bounds, uint64_t key);

/* A byte of memory: byte `index` of a term. NULL: an arbitrary value not yet asked for. Of shared
 * memory it is what the thread last wrote or read, or found itself with; `exact` says since when
 * nobody else can have written it: the node that is open, an epoch of a lock that is held, or not
 * at all. */
struct lane {
  const struct term *term;
  uint32_t index;
  uint32_t exact; /* 0, an epoch, or NODE_STAMP | node */
};

#define NODE_STAMP 0x80000000u

#define NO_OWNER UINT32_MAX

/* A piece of memory: a program object, record, thread-local variable, stack slot or heap block. */
struct instance {
  uint64_t base, size;
  uint32_t number;
  bool shared;   /* accesses are events; else its contents are part of the paths of one thread */
  bool constant; /* never written: reads give the initial contents */
  bool heap;
  bool freed;               /* some path frees it, or leaves the block of its variable */
  bool returned;            /* a slot whose function has returned on every path executed so far */
  bool late;                /* accessed after that, or after its block */
  bool ended;               /* on some path its thread has ended, and it with it */
  bool foreign;             /* accessed by another thread than its owner */
  bool marked;              /* rc11: some path has a mark of it (outlive.h) */
  uint32_t owner;           /* the thread that has it on its stack, or NO_OWNER */
  struct instance *life;    /* a byte that is 1 while it lives, or NULL: it never dies */
  uint64_t key;             /* what it is, the same in every run; 0: a life */
  struct word_marks *marks; /* of a shared one: who accessed which bytes, in all runs so far */
  const struct object *object;   /* or NULL */
  const struct edge *allocation; /* or NULL */
  const unsigned char *bytes;    /* initial contents; NULL: zeros, or arbitrary */
  bool arbitrary;
  /* A block whose size is not a number: `size` is the most that is looked at, and this the size,
   * once the allocation was executed. */
  bool is_bounded;
  const struct term *bound;
};

/* How a node is ordered with the others of its thread, under memory models other than sc. */
enum node_kind {
  NODE_ACTS,      /* at once: loads and the like */
  NODE_DRAINS,    /* and when all stores before it are visible */
  NODE_WAITS,     /* a store, when it becomes visible */
  NODE_SEPARATES, /* pso: a fence between stores; touches no memory */
};

/* Events of one node happen in one step; a thread's nodes are in program order. */
struct order_node {
  enum node_kind kind;
  const struct term *guard;  /* of the path that came to it */
  uint32_t with;             /* a store that waits: the node of its other accesses, or NO_NODE */
  uint32_t thread, position; /* among the thread's nodes */
  const struct edge *edge;   /* its first */
  const struct term *passes; /* of a wait: where the thread goes on; NULL: everywhere */
  uint32_t *sections;        /* of locks it is in for certain, those it takes itself included */
  uint32_t section_count;
};

/* An edge that a thread took outside of a node that was already open: by these the interpreter is
 * led. */
struct order_step {
  uint32_t thread;
  uint32_t node; /* or NO_NODE: nobody else is concerned */
  const struct edge *edge;
  const struct term *guard;
};

struct order_event {
  bool writes, is_atomic;
  bool is_known;   /* of a read: its value is, so that only races ask for it */
  bool in_section; /* of an atomic section, a wait, or what the library does atomically */
  bool is_of_library;
  bool is_silent; /* it takes no part in races: the condition of a wait is only looked at, and
                   * a specification's accesses are not the program's */
  uint32_t node, sequence; /* events of a node are in the order of `sequence` */
  const struct term *guard, *address, *value;
  const struct term *reached;  /* its thread comes to it, perhaps to find that the object is dead */
  const struct term *step;     /* of a write: a constant it adds to what is there, or NULL */
  const struct term *replaced; /* of a write by an atomic operation: what was there; else NULL */
  const struct term *succeeds; /* of the read of a compare-exchange: it finds what it expects */
  uint32_t size;
  const struct edge *edge;
  uint32_t *targets; /* numbers of shared instances it may touch */
  uint32_t target_count;
  uint32_t epoch;               /* of the first lock that protects the word, or 0 */
  bool overwritten;             /* by another write in the same epoch */
  const struct term *waits_for; /* of a read: its thread waits until this holds; or NULL */
  bool abbreviated; /* a read of a lock that does not tell the values of all who hold it apart */
  bool takes;       /* of such a read: where it holds, its thread takes a lock: see sections */
};

/* A fence, under rc11, or a mark: a block is given back, another object ends, a block was allocated
 * and cleared (outlive.h). */
enum fence_kind { FENCE, MARK_FREE, MARK_END, MARK_ALLOCATION };
struct order_fence {
  enum fence_kind kind;
  uint32_t instance; /* of a mark: its number */
  const struct term *guard;
  const struct edge *edge;
  uint32_t node, sequence; /* as that of events: those of its node with a lower one are before it */
  bool in_section;
};

/* A thread's hold on a lock, from the write that took it to one of those that give it back. */
struct section {
  uint64_t lock; /* address of the word */
  uint32_t acquire;
  struct {
    uint32_t *items;
    size_t count, capacity;
  } releases;
};

/* The time a lock is held on some paths; where paths were joined, one of several sections. */
struct epoch {
  const uint32_t *sections;
  uint32_t count;
};

/* A lock a path holds where the condition is true. */
struct held {
  uint64_t lock;
  uint32_t epoch;
  const struct term *condition;
};

struct symbolic_thread {
  uint32_t number, creator;
  uint32_t slot;           /* its place among the address ranges of threads */
  uint64_t key;            /* how it came about, the same in every run */
  uint32_t spawn_node;     /* it is created in this one; only asked for under others than sc */
  uint32_t spawn_position; /* the creator's nodes before this position happen before this thread */
  const struct term *guard;
  const struct function *run;
  const struct term *arguments[3];
  uint32_t node_count;
  uint64_t record;
  struct contents **memory; /* what its creator knew when it was created */
  size_t memory_count;
};

/* A violation, if the condition can be true. */
struct possible_error {
  const struct term *condition;
  enum property property;
  const char *message;
  uint32_t thread, position; /* nodes of the thread from this position on come after it */
  const struct edge *edge;
};

/* Executions that are not looked at further, if the condition can be true. */
struct incompleteness {
  const struct term *condition;
  uint32_t node;   /* the one that was open, or NO_NODE */
  bool misaligned; /* an access may be: looked at when it turns out to be */
  bool mixed;      /* no model of a violation has it */
  bool unwinding;  /* a larger bound may close it: */
  bool decided;    /* of a loop that surely ends, but has many events */
  unsigned parts;  /* of REUSE_*: addresses of these kinds have to come back, see parts.c … */
  const struct edge *edge; /* … because of this access */
  uint64_t bound;          /* its key */
  char reason[128];
};

/* An arbitrary value, in the order the thread asks for them. */
struct choice {
  uint32_t thread;
  const struct edge *edge;
  const struct term *guard, *value;
};

/* Where an assumption inside an atomic section does not hold. Nobody goes on there, so such a
 * section is entered only where it holds; a thread may stop for ever in front of it. */
struct impossible {
  const struct term *condition;
  uint32_t node;
};

/* A thread ends, or asks in an atomic section whether all others have ended. */
struct thread_end {
  uint32_t thread, node;
  const struct term *condition; /* where it does; of a question: where the answer is yes */
};

/* A place where a thread stays: it waits, and the condition does not hold, or an iteration changed
 * nothing. Of the events of the place those are executed whose guards are true. */
struct order_stop {
  const struct term *condition; /* the thread is there and goes no further */
  uint32_t first_event, end_event;
  bool is_wait;
};

/* Bytes of an instance that some access concerns: parts.c. */
struct order_piece {
  uint32_t instance, size;
  const struct term *address, *guard;
  unsigned kinds; /* of REUSE_*: of the address written there; 0: less than one is accessed */
  size_t earlier; /* of a load: 1 + another one that gave the same term, or 0 */
  const struct edge *edge;
};

struct order_pieces {
  struct order_piece *items;
  size_t count, capacity;
};

struct order_copy {
  struct order_piece from, to;
};

/* Where addresses are written, and where less than an address is accessed. */
struct order_parts {
  bool is_listed;
  struct map edges;  /* that may cut an address into pieces */
  struct map seen;   /* which pieces there are */
  struct map places; /* by object and lowest bits: a place of which only these are known */
  struct order_pieces addresses, narrow;
  VECTOR(struct order_copy) copies; /* of several bytes in one step, or of a word */
  struct order_pieces loads;        /* of words */
  struct map loaded;                /* by id of a term: 1 + the last of the loads that gave it */
};

struct symbolic {
  const struct program *program;
  const struct edge *site; /* the user's call of the library function that is executed, or NULL */
  bool observes;           /* a function of a specification is executed */
  property_set properties;
  enum memory_model memory_model;
  const struct limits *limits;
  const struct loop_bounds *bounds;
  unsigned most_iterations; /* of loops all of whose exits are decided */
  bool truncated;           /* such a loop was cut off */
  struct arena *arena;
  struct terms *terms;
  struct sharing *sharing;
  struct liveness *liveness;
  struct waiting *waiting;
  struct loops **loops; /* per function, made on demand */
  uint64_t next_variable;
  uint32_t next_path;
  VECTOR(struct instance *) instances; /* by number */
  VECTOR(struct instance *) by_address;
  struct map by_key;   /* instances that are not program objects */
  struct map pointees; /* by number of a variable: struct pointees * */
  struct ranges *ranges;
  struct map read_words;   /* by id of a term that was read from a word: its address */
  struct map start_values; /* by address of a word: what it held when threads were first created */
  unsigned start_count;    /* on how many paths that was */
  VECTOR(const struct term *) facts; /* true in every execution: the ranges of what is read */
  VECTOR(struct symbolic_thread) threads;
  VECTOR(struct order_node) nodes;
  VECTOR(struct order_step) steps; /* of a thread, in program order */
  VECTOR(struct order_event) events;
  VECTOR(struct order_fence) fences;
  uint32_t mark_count; /* of the fences, so many are marks */
  /* As writes of all of the block, only where races matter; `value`: the block still lives. */
  VECTOR(struct order_event) frees;
  VECTOR(struct possible_error) errors;
  VECTOR(struct incompleteness) incomplete;
  VECTOR(struct section) sections;
  VECTOR(struct epoch) epochs; /* by number; 0 is none */
  struct map last_writes;      /* by address and epoch: number of an event */
  VECTOR(struct impossible) impossible;
  VECTOR(struct choice) choices;
  VECTOR(struct thread_end) ends;
  VECTOR(struct thread_end) ends_asked_for;
  struct knowledge *knowledge; /* from the runs before; this one adds to it */
  struct order_parts *parts;
  uint32_t life_count;
  uint32_t object_count; /* allocated so far, without slots of functions that have returned */
  bool may_block;        /* some thread may have to wait … */
  bool may_sleep;        /* … for something that may also end without a cause */
  VECTOR(struct order_stop) stops; /* rc11, where deadlocks are looked for */
  struct contents *untouched;      /* stands for the initial contents of an allocation */
  bool unknown_pointers;           /* an address was taken to be that of anything shared */
  uint64_t edges_taken;
  enum status status; /* limits ended it */
  const char *status_reason;
};

/* Contents of a private instance on some paths; immutable unless `owner` is the path that looks. */
struct contents {
  uint32_t owner;
  struct lane lanes[];
};

enum { MOST_ITERATIONS = 100000 };

#define NO_NODE UINT32_MAX
#define NO_EVENT UINT32_MAX

enum { MOST_HELD = 8 };

/* A set of executions of one thread that are at the same place. */
struct thread_path {
  uint32_t number;
  uint32_t thread;
  const struct term *guard;
  const struct term **registers; /* of the function it is in */
  /* Per instance number. NULL: the initial contents; of an own allocation: not there on these
   * paths. */
  struct contents **memory;
  size_t memory_count;
  bool has_created; /* every one of them a thread; or it is not the first thread */
  uint32_t atomic_depth;
  uint32_t node;    /* the open node, or NO_NODE */
  uint64_t section; /* in an atomic section: which execution of the edge it began with */
  uint32_t held_count;
  struct held held[MOST_HELD];
};

/* Runs everything. The caller has set program, properties, limits, unwind, terms and analyses. */
void order_run(struct symbolic *symbolic);
void order_release(struct symbolic *symbolic);

/* Before each execution. */
void order_parts_begin(struct order_parts *parts, const struct program *program);
void order_parts_release(struct order_parts *parts);

/* A copy or fill of `size` bytes; `source` is NULL for a fill. */
void order_parts_note_bulk(struct symbolic *symbolic, const struct thread_path *path,
                           const struct edge *edge, const struct term *target,
                           const struct term *source, const struct term *size);
/* After it: adds an incompleteness where part of an address may be accessed. */
void order_parts_end(struct symbolic *symbolic);

/* Between the parts. */
const struct term *order_fresh(struct symbolic *symbolic, unsigned width);
void order_add_incompleteness(struct symbolic *symbolic, const struct thread_path *path,
                              const struct edge *edge, const char *what);
/* Executions beyond the bound with this key; `decided`: see incompleteness. */
void order_cut_off(struct symbolic *symbolic, const struct thread_path *path, uint64_t bound,
                   bool decided);
/* Where the condition holds, the thread stays at the place with the events from this one on. */
void order_note_stop(struct symbolic *symbolic, const struct term *condition, size_t first_event,
                     bool is_wait);
/* Violated where `holds` is not; the path goes on where it is. */
void order_check(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                 const struct term *holds, enum property property, const char *message, bool fatal);
/* The condition, or a constant if what is known of ranges decides it where the guard holds. */
const struct term *order_decide(struct symbolic *symbolic, const struct term *guard,
                                const struct term *condition);
void order_assume(struct symbolic *symbolic, struct thread_path *path,
                  const struct term *condition);
const struct term *order_evaluate(struct symbolic *symbolic, const struct thread_path *path,
                                  const struct term *term);

/* path.c */
struct thread_path *order_path_copy(struct symbolic *symbolic, struct thread_path *path,
                                    uint32_t register_count);
/* Joins two paths at one place, keeping these registers; NULL if they cannot be joined. */
struct thread_path *order_path_merge(struct symbolic *symbolic, struct thread_path *a,
                                     struct thread_path *b, struct live_registers live,
                                     uint32_t register_count);
struct lane *order_path_lanes(struct symbolic *symbolic, struct thread_path *path,
                              struct instance *instance);
void order_path_set_contents(struct symbolic *symbolic, struct thread_path *path,
                             struct instance *instance, struct contents *contents);

/* instances.c */
void order_memory_add_program_objects(struct symbolic *symbolic);
void order_memory_add_foreseen_objects(struct symbolic *symbolic);
void order_memory_add_thread_objects(struct symbolic *symbolic, struct symbolic_thread *thread);
/* `key`: which execution of the edge this is. */
const struct term *order_memory_allocate_object(struct symbolic *symbolic, struct thread_path *path,
                                                const struct edge *edge, uint64_t key);
/* How many bytes there are at most if the size is no number: `largest`, or what is known of it.
 * Where it would be more is an incompleteness, and the path goes on without that. */
uint64_t order_memory_bound_size(struct symbolic *symbolic, struct thread_path *path,
                                 const struct edge *edge, const struct term *size, uint64_t largest,
                                 const char *what);
struct instance *order_memory_find(const struct symbolic *symbolic, uint64_t address);
/* The first in the order of addresses that begins behind this one. */
size_t order_memory_first_behind(const struct symbolic *symbolic, uint64_t address);

/* targets.c */
enum { MOST_TARGETS = 256 };

struct targets {
  uint32_t numbers[MOST_TARGETS];
  uint32_t count;
  bool any; /* any shared instance */
  bool too_many;
};

/* The objects an address may lie in. */
void find_targets(struct symbolic *symbolic, const struct term *address, struct targets *targets);
/* What a value points to, if it is a pointer. The caller releases it. */
struct pointees find_pointees(const struct symbolic *symbolic, const struct term *value);
/* The constants a term chooses from; false: it may be something else, or there are too many. */
bool order_term_choices(const struct term *term, uint64_t constants[MOST_VALUES], size_t *count);

enum access_kind {
  ACCESS_PLAIN,
  ACCESS_ATOMIC,
  ACCESS_BULK, /* part of a copy or fill */
};

/* memory.c. Where `when` holds; the path's own guard need not be repeated. */
const struct term *order_memory_load(struct symbolic *symbolic, struct thread_path *path,
                                     const struct edge *edge, const struct term *address,
                                     uint32_t size, enum access_kind kind, const struct term *when);
void order_memory_store(struct symbolic *symbolic, struct thread_path *path,
                        const struct edge *edge, const struct term *address,
                        const struct term *value, uint32_t size, enum access_kind kind,
                        const struct term *when);
const struct term *order_memory_is_alive(struct symbolic *symbolic, struct thread_path *path,
                                         const struct edge *edge, const struct instance *instance,
                                         const struct term *where);
/* The node the next access of the path belongs to. */
uint32_t order_memory_node(struct symbolic *symbolic, struct thread_path *path,
                           const struct edge *edge);
/* Makes it the path's open node, if there is none. True: it was not open before. */
bool order_memory_open_node(struct symbolic *symbolic, struct thread_path *path,
                            const struct edge *edge);
void order_memory_close_node(struct thread_path *path);

/* private.c: contents that are part of the path. */
const struct term *private_load(struct symbolic *symbolic, struct thread_path *path,
                                const struct edge *edge, struct instance *instance,
                                const struct term *address, uint32_t size);
void private_store(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                   struct instance *instance, const struct term *address, const struct term *value,
                   uint32_t size, const struct term *when, uint32_t exact);
const struct term *private_join(struct symbolic *symbolic, struct thread_path *path,
                                const struct edge *edge, struct lane *lanes, uint32_t size);

/* locks.c */
/* The sections that a new node of the path lies in. */
void lock_note_sections(struct symbolic *symbolic, struct thread_path *path,
                        struct order_node *node);
/* The epoch in which the path holds the lock, or 0. */
uint32_t lock_epoch(struct thread_path *path, uint64_t lock);
/* The epoch of a lock the path holds that protects the word, or 0. */
uint32_t lock_protecting(struct thread_path *path, const struct word *word);
/* Before a write of a word: takes the lock if it is one. `known`: what is there now, or NULL.
 * Returns the epoch of the lock the write takes, holds or gives back, or 0. */
uint32_t lock_before_write(struct symbolic *symbolic, struct thread_path *path, struct word *word,
                           const struct term *known, const struct term *value,
                           const struct term *when);
/* After it: `event` is its number, or NO_EVENT. */
void lock_after_write(struct symbolic *symbolic, struct thread_path *path, uint32_t epoch_index,
                      const struct term *value, uint32_t event);
/* The locks that joined paths hold, and since when a byte is exact that both know. */
void lock_join(struct symbolic *symbolic, const struct thread_path *a, const struct thread_path *b,
               struct thread_path *joined);
uint32_t lock_joined_stamp(const struct thread_path *a, uint32_t of_a, const struct thread_path *b,
                           uint32_t of_b, const struct thread_path *joined);

/* lifetimes.c */
void order_memory_free(struct symbolic *symbolic, struct thread_path *path,
                       const struct edge *edge);
/* A slot whose function returns. */
void order_memory_kill(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                       struct instance *instance);
/* A slot or thread-local variable of a thread that ends. */
void order_memory_end_with_thread(struct symbolic *symbolic, struct thread_path *path,
                                  const struct edge *edge, struct instance *instance);

/* Can this be told from the terms alone? */
bool guard_implies(const struct term *stronger, const struct term *weaker);
/* Small constructors over symbolic->terms. */
const struct term *order_and(struct symbolic *symbolic, const struct term *a, const struct term *b);
static inline const struct term *order_or(const struct symbolic *symbolic, const struct term *a,
                                          const struct term *b) {
  return term_apply(symbolic->terms, OP_OR, a, b, NULL);
}
static inline const struct term *order_not(const struct symbolic *symbolic, const struct term *a) {
  return term_apply(symbolic->terms, OP_NOT, a, NULL, NULL);
}
static inline const struct term *order_equal(const struct symbolic *symbolic, const struct term *a,
                                             const struct term *b) {
  return term_apply(symbolic->terms, OP_EQ, a, b, NULL);
}
static inline const struct term *order_choose(const struct symbolic *symbolic,
                                              const struct term *condition, const struct term *a,
                                              const struct term *b) {
  return term_apply(symbolic->terms, OP_ITE, condition, a, b);
}
static inline const struct term *always(const struct symbolic *symbolic) {
  return term_constant(symbolic->terms, 1, 1);
}
static inline const struct term *never(const struct symbolic *symbolic) {
  return term_constant(symbolic->terms, 1, 0);
}
/* A number as wide as the term, or as an address. */
static inline const struct term *order_number(const struct symbolic *symbolic,
                                              const struct term *like, uint64_t number) {
  return term_constant(symbolic->terms, like->width, number);
}
static inline const struct term *order_address(const struct symbolic *symbolic, uint64_t number) {
  return term_constant(symbolic->terms, symbolic->program->pointer_width, number);
}
/* Is the term this number, and how far is it behind it? */
static inline const struct term *order_is(const struct symbolic *symbolic, const struct term *term,
                                          uint64_t number) {
  return order_equal(symbolic, term, order_number(symbolic, term, number));
}
static inline const struct term *order_offset(const struct symbolic *symbolic,
                                              const struct term *term, uint64_t number) {
  return term_apply(symbolic->terms, OP_SUB, term, order_number(symbolic, term, number), NULL);
}

#endif
