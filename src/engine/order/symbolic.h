/* Inside engine/order: the symbolic execution of every thread up to a bound, and what it leaves
 * behind: events on shared memory, possible errors, and what was cut off. Order between threads is
 * not decided here: a read of shared memory gives a fresh variable. */
#ifndef ENGINE_ORDER_SYMBOLIC_H
#define ENGINE_ORDER_SYMBOLIC_H

#include "analysis/liveness.h"
#include "analysis/loops.h"
#include "analysis/sharing.h"
#include "analysis/waiting.h"
#include "base/map.h"
#include "base/vector.h"
#include "engine/engine.h"

/* A byte of memory: byte `index` of a term. NULL: an arbitrary value not yet asked for. */
struct lane {
  const struct term *term;
  uint32_t index;
};

/* A piece of memory: a program object, record, thread-local variable, stack slot or heap block. */
struct instance {
  uint64_t base, size;
  uint32_t number;
  bool shared;    /* accesses are events; else its contents are part of the paths of one thread */
  bool constant;  /* never written: reads give the initial contents */
  bool heap;
  bool freed;     /* some path frees it */
  bool returned;  /* a slot whose function has returned on every path executed so far */
  bool late;      /* accessed after that */
  struct instance *life; /* a byte that is 1 while it lives, or NULL: it never dies */
  uint64_t key;          /* what it is, the same in every run; 0: a life */
  struct marks *marks;   /* of a shared one: who accessed which bytes, in all runs so far */
  const struct object *object;   /* or NULL */
  const struct edge *allocation; /* or NULL */
  const unsigned char *bytes;    /* initial contents; NULL: zeros, or arbitrary */
  bool arbitrary;
};

/* Shared memory is treated as optimistically as what was seen allows: bytes nobody writes have their
 * initial value, bytes only one thread accesses are private to it. When a run sees an access that
 * breaks this, everything is run again with that known. The last run breaks nothing: since it covers
 * every execution that obeys the assumptions, no execution can be the first not to. */
enum { NOBODY = 0, SEVERAL = UINT16_MAX }; /* else 1 + a thread's number */

struct marks {
  uint64_t size;
  uint16_t *readers, *writers; /* per byte; writers are readers too */
  bool *late;                  /* written when there was more than one thread */
  bool mortal;                 /* it may be dead when accessed */
};

struct knowledge {
  struct arena *arena;
  struct map marks; /* by key of the instance */
  struct map assuming; /* by key of what opens it: atomic sections with assumptions */
  bool changed;     /* in this run */
};

/* Events of one node happen in one step; a thread's nodes are in program order. */
struct node {
  uint32_t thread, position; /* among the thread's nodes */
  const struct edge *edge;   /* its first */
  const struct term *passes; /* of a wait: where the thread goes on; NULL: everywhere */
};

struct order_event {
  bool writes, is_atomic;
  uint32_t node, sequence; /* events of a node are in the order of `sequence` */
  const struct term *guard, *address, *value;
  const struct term *replaced; /* of a write by an atomic operation: what was there; else NULL */
  uint32_t size;
  const struct edge *edge;
  uint32_t *targets; /* numbers of shared instances it may touch */
  uint32_t target_count;
};

struct symbolic_thread {
  uint32_t number, creator;
  uint64_t key; /* how it came about, the same in every run */
  uint32_t spawn_position; /* the creator's nodes before this position happen before this thread */
  const struct term *guard;
  const struct function *run;
  const struct term *arguments[3];
  uint32_t node_count;
  uint64_t stack_end, heap_end;
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
struct gap {
  const struct term *condition;
  bool unwinding; /* a deeper bound may close it */
  char reason[128];
};

/* An arbitrary value, in the order the thread asks for them. */
struct choice {
  uint32_t thread;
  const struct edge *edge;
  const struct term *guard, *value;
};

struct symbolic {
  const struct program *program;
  property_set properties;
  const struct limits *limits;
  unsigned unwind;
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
  VECTOR(struct symbolic_thread) threads;
  VECTOR(struct node) nodes;
  VECTOR(struct order_event) events;
  VECTOR(struct possible_error) errors;
  VECTOR(struct gap) gaps;
  /* Where an assumption inside an atomic section does not hold. Nobody goes on there, so such a
   * section is entered only where it holds; a thread may stop for ever in front of it. */
  VECTOR(const struct term *) impossible;
  VECTOR(struct choice) choices;
  struct knowledge *knowledge; /* from the runs before; this one adds to it */
  uint32_t life_count;
  bool may_block; /* some thread may have to wait */
  struct contents *untouched; /* stands for the initial contents of an allocation */
  uint64_t steps;
  enum status status; /* limits ended it */
  const char *status_reason;
};

/* Contents of a private instance on some paths; immutable unless `owner` is the path that looks. */
struct contents {
  uint32_t owner;
  struct lane lanes[];
};

/* A set of executions of one thread that are at the same place. */
struct path {
  uint32_t number;
  const struct term *guard;
  const struct term **registers; /* of the function it is in */
  /* Per instance number. NULL: the initial contents; of an allocation: not there on these paths. */
  struct contents **memory;
  size_t memory_count;
  uint32_t atomic_depth;
  uint32_t node; /* the open node, or NO_NODE */
  uint64_t section; /* in an atomic section: which execution of the edge it began with */
};

enum { NO_NODE = UINT32_MAX };

/* Runs everything. The caller has set program, properties, limits, unwind, terms and analyses. */
void symbolic_run(struct symbolic *symbolic);
void symbolic_release(struct symbolic *symbolic);

/* Between the parts. */
const struct term *symbolic_fresh(struct symbolic *symbolic, unsigned width);
void symbolic_add_gap(struct symbolic *symbolic, const struct path *path, const struct edge *edge,
                      const char *what, bool unwinding);
/* Violated where `holds` is not; the path goes on where it is. */
void symbolic_check(struct symbolic *symbolic, uint32_t thread, struct path *path,
                    const struct edge *edge, const struct term *holds, enum property property,
                    const char *message, bool fatal);
void symbolic_assume(struct symbolic *symbolic, struct path *path, const struct term *condition);
const struct term *symbolic_evaluate(struct symbolic *symbolic, const struct path *path,
                                     const struct term *term);

/* path.c */
struct path *path_copy(struct symbolic *symbolic, struct path *path, uint32_t register_count);
/* Joins two paths at one place, keeping these registers; NULL if they cannot be joined. */
struct path *path_merge(struct symbolic *symbolic, struct path *a, struct path *b,
                        struct live_registers live, uint32_t register_count);
struct lane *path_lanes(struct symbolic *symbolic, struct path *path, struct instance *instance);
void path_set_contents(struct symbolic *symbolic, struct path *path, struct instance *instance,
                       struct contents *contents);

/* memory.c */
void memory_add_program_objects(struct symbolic *symbolic);
void memory_add_thread_objects(struct symbolic *symbolic, struct symbolic_thread *thread);
const struct term *memory_load(struct symbolic *symbolic, uint32_t thread, struct path *path,
                               const struct edge *edge, const struct term *address, uint32_t size,
                               bool is_atomic);
void memory_store(struct symbolic *symbolic, uint32_t thread, struct path *path,
                  const struct edge *edge, const struct term *address, const struct term *value,
                  uint32_t size, bool is_atomic);
/* `key`: which execution of the edge this is. */
const struct term *memory_allocate_object(struct symbolic *symbolic, uint32_t thread,
                                          struct path *path, const struct edge *edge,
                                          uint64_t key);
void memory_free(struct symbolic *symbolic, uint32_t thread, struct path *path,
                 const struct edge *edge);
/* A slot whose function returns. */
void memory_kill(struct symbolic *symbolic, uint32_t thread, struct path *path,
                 const struct edge *edge, struct instance *instance);
struct instance *memory_find(const struct symbolic *symbolic, uint64_t address);
/* The node the next access of the path belongs to. */
uint32_t memory_node(struct symbolic *symbolic, uint32_t thread, struct path *path,
                     const struct edge *edge);
void memory_close_node(struct path *path);

/* Can this be told from the terms alone? */
bool guard_implies(const struct term *stronger, const struct term *weaker);
/* How many low bits of the term are surely 0. */
unsigned term_low_zeros(const struct term *term);

/* Small constructors over symbolic->terms. */
const struct term *term_and_(struct symbolic *symbolic, const struct term *a, const struct term *b);

#endif
