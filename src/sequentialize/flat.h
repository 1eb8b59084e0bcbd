/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: the code of a routine as one graph, with its calls inlined. A unit is
 * a routine that threads run, or a function that runs in one step and stays a C function. */
#ifndef SEQUENTIALIZE_FLAT_H
#define SEQUENTIALIZE_FLAT_H

#include "analysis/kept.h"
#include "analysis/sharing.h"
#include "base/vector.h"
#include "program/program.h"
#include "program/uses.h"
#include "sequentialize/ctypes.h"
#include "sequentialize/sequentialize.h"

#define NO_NODE_AT UINT32_MAX

struct edge_access;

/* A copy of a function in a unit, in general one for each call. */
struct flat_instance {
  const struct function *function;
  struct flat_instance
      *caller;                /* NULL: the routine itself; the first one of a recursive function */
  const struct edge *call;    /* in the caller */
  struct flat_frames *frames; /* of a recursive function */
  bool is_framed;             /* it has variables for each depth of recursion */
  uint32_t first_register;    /* of the unit */
  const struct term **constants; /* per register: what it always is, or NULL */
  struct map nodes;              /* depth and location: node */
};

/* A function that calls itself, also by way of others, is put in once. Each call gets a frame. */
struct flat_site {
  const struct edge *call;
  struct flat_instance *caller;
};
struct flat_frames {
  VECTOR(struct flat_site) sites; /* its calls */
  VECTOR(uint32_t) unwinds;       /* its returns: nodes */
};

enum flat_kind {
  FLAT_EDGE,     /* the operation of `edge` */
  FLAT_BRANCH,   /* to the first successor with a condition that holds */
  FLAT_BIND,     /* parameters of `callee` get their arguments */
  FLAT_RETURN,   /* the registers of the caller get the results */
  FLAT_UNWIND,   /* to successor i, the RETURN of site i, if the frame belongs to that call */
  FLAT_CALL,     /* of a function that stays a C function */
  FLAT_DISPATCH, /* to the successor for the function at the address */
  FLAT_BAD_CALL, /* the address belongs to no function */
  FLAT_JUMP,     /* longjmp: to the LAND of the setjmp that the buffer is from */
  FLAT_LAND,     /* ends the functions that a longjmp leaves; setjmp returns the value */
  FLAT_BAD_JUMP, /* longjmp to a function that has returned, or in an atomic section */
  FLAT_END,      /* the thread, or the function of C, returns */
};

struct flat_node {
  enum flat_kind kind;
  const struct edge *edge;
  struct flat_instance *instance;  /* the terms of the edge are over its registers */
  struct flat_instance *callee;    /* BIND, RETURN */
  const struct edge *call;         /* RETURN: of `callee` …; LAND: the setjmp … */
  struct flat_instance *caller;    /* … here */
  uint32_t site;                   /* BIND, RETURN of a recursive function; LAND: its number */
  const struct function *function; /* CALL */
  uint32_t depth;                  /* of atomic sections before it */
  uint32_t successor_count, *successors;
  const struct term **conditions;    /* BRANCH */
  const struct function **functions; /* DISPATCH */
  uint32_t predecessor_count;
  bool is_visible; /* the thread may stop before it, so that others run */
  bool must_stop;  /* it stops whenever another thread can move, else it could run forever */
};

/* A setjmp of a function where it is called. Its number, from 1 on, is what the buffer keeps. */
struct flat_landing {
  struct flat_instance *instance;
  const struct edge *edge;
  uint32_t number;
};

struct flat_register {
  struct flat_instance *instance;
  uint32_t number;
  struct ctype type;
  const char *name;
  bool is_used; /* it is read */
  bool is_kept; /* its value is needed when the thread is chosen again */
  uint32_t writers;
  /* The edge that allocates the variable of which the register always holds the address; or NULL.
   */
  const struct edge *slot;
  uint32_t slot_node;
  const struct type *slot_type; /* NULL: bytes */
  struct ctype slot_scalar;     /* if the type is not known, but it is a scalar */
  bool slot_is_scalar;
  uint32_t alias; /* a parameter that always is the address of this register's slot; or 0 */
  const struct edge *mortal; /* likewise, if the variable is a block that is freed at its end */
  /* Its value is written where it is read, and it has no variable. The text is known once the node
   * that computes the value was written. */
  bool is_inlined;
  bool is_own; /* it always is the number of the thread; see own_number.c */
  const char *value;
  struct ctype value_type;
  uint8_t value_rank; /* enum cexpr_rank */
};

/* What is known of the values of registers; sets of registers have `words` words. */
struct flat_values {
  size_t words;
  uint64_t *live;     /* of a routine, per node: those that are read later */
  uint64_t *stale;    /* per node: those that may have a value; see forgetting.h. Or NULL */
  bool *is_handed_on; /* per register, once it was asked: see first_value.c */
};

/* The nodes that the cases of a routine begin with, by number; NULL before they were looked for. */
struct flat_cases {
  uint32_t count, *nodes;
  bool *is_guarded; /* it begins with a condition; see blocking.h */
  uint32_t *guards; /* if so: the footprint of what the condition reads */
};

struct flat_unit {
  uint32_t number; /* of a routine: its index */
  const struct function *function;
  const struct function *start; /* of a routine: what the library's function calls; or NULL */
  bool is_plain;                /* a function of C */
  const char *name;
  struct flat_instance *root;
  VECTOR(struct flat_instance *) instances;
  VECTOR(struct flat_node) nodes;
  VECTOR(struct flat_register) registers;
  VECTOR(struct flat_landing) landings;
  VECTOR(uint32_t) jumps; /* nodes */
  struct flat_values values;
  uint32_t entry;
  bool has_entry_step; /* the first case includes the first visible operation */
  bool is_called;      /* of a function: the text calls it */
  uint8_t idleness;    /* see flow_is_idle */
  bool has_stayed;     /* its waits ask whether the thread was chosen or has stayed */
  /* Of a routine: its threads. */
  bool is_single;  /* at most one thread runs it */
  bool is_bounded; /* any number may: at most --max-threads */
  uint32_t first_thread, thread_count;
  bool
      *exists; /* per node of main's routine: may one of its threads exist there? NULL for main's */
  struct flat_cases cases;
};

/* What all reachable calls of a function have in common. */
struct reached_function {
  bool is_reached, is_queued;
  bool returns, result_varies;
  const struct term *result; /* what all returns give, unless that varies */
  VECTOR(uint32_t) callers;
  bool *locations;                /* that can be reached */
  const struct term **parameters; /* what all calls give it, … */
  bool *varies;                   /* … unless they differ, per parameter */
};

/* What the analyses of the whole program found out. */
struct flat_facts {
  uint8_t *spins;                   /* per function: see flat_spins */
  uint8_t *effects;                 /* per function: bits of EFFECT_* */
  bool *is_recursive;               /* per function: found while it was put in */
  bool *is_taken;                   /* per function: is its address used? */
  bool **apart;                     /* per function and register: see apart.c */
  uint64_t *lent;                   /* per object of `sharing`: a local variable whose address may
                                     * outlive it */
  const struct edge ***definitions; /* per function and register: see analysis/definitions.h */
  struct reached_function *reached; /* per function */
  bool main_finishes;               /* main's thread may end before the program does */
  bool has_setjmp;
};

/* What threads access, and write, outside of atomic sections and not atomically: objects of
 * `sharing`. Unknown: an address may be anything. See racing.h. */
struct plain_accesses {
  uint64_t *accessed, *written;
  bool unknown;
};

/* What the printed text needs: functions of C, helpers and variables. */
struct text_needs {
  bool alone, heap_size, memmove, memset, malloc, calloc, free, self, running, limits, frames,
      is_before, is_free, only_waits, look_for_race;
  unsigned nondet; /* bits of printed types */
  struct map helpers;
  struct text helper_text;
};

struct sequentializer {
  const struct program *program;
  const struct sequentialize_options *options;
  struct sharing *sharing;
  struct kept_bytes *kept; /* bytes that keep their first value; see fields.c */
  struct arena *arena;
  struct ctypes types;
  VECTOR(struct flat_unit *) routines;
  VECTOR(struct flat_unit *) functions; /* those that stay functions of C, as they are needed */
  struct map function_units;            /* number: index into functions */
  struct flat_facts facts;
  const char **object_names; /* per program object */
  bool *object_used;
  struct text refusal;
  struct lock_order *lock_order;     /* NULL: deadlocks are not looked for */
  struct interference *interference; /* NULL: no reduction asks for it */
  uint32_t *changes;                 /* per two routines: see blocking_last_change; plus 1 */
  bool threads_are_numbers;          /* the address of a record is a number: see numbers.c */
  bool **is_thread;                  /* per function and register: it is such a number */
  const struct type *memory_pointer; /* to what a thread has of its own */
  bool is_linear;                    /* one execution (linear.h) */
  bool is_pruned;                    /* see pruning.c: no places to stop are added */
  uint32_t thread_total, landing_total;
  struct plain_accesses races;
  struct text_needs needs;
};

/* effects.c: what a function, with all it calls, may do. */
enum {
  EFFECT_BLOCKS = 1,  /* never a function of C: waits, creates or ends threads, jumps … */
  EFFECT_STOPS = 2,   /* an assumption may end its thread */
  EFFECT_VISIBLE = 4, /* other threads may notice */
  EFFECT_RETURNS = 8, /* it may return */
};
void flat_find_taken(struct sequentializer *s);
void flat_find_effects(struct sequentializer *s);
enum { FLAT_CALLEES = 256 };
/* The functions that a call may reach, as many of them as there is room for; their number. If the
 * address may be anything: those whose address is used somewhere and that take as many arguments.
 */
size_t flat_callees(const struct sequentializer *s, const struct edge *edge,
                    const struct function **out, size_t most);
/* Does the operation touch what other threads may touch? */
bool flat_is_visible(struct sequentializer *s, const struct function *function,
                     const struct edge *edge);

/* fields.c: which code can be reached, if bytes that no such code changes are constants. */
void fields_find(struct sequentializer *s);
void fields_release(struct sequentializer *s);
/* Does the edge store the value that is there always? */
bool fields_is_kept_store(struct sequentializer *s, const struct flat_instance *instance,
                          const struct edge *edge);
/* The register and offset that an address is made of; false: of more than that. */
bool fields_resolve(const struct sequentializer *s, const struct function *function,
                    const struct term *term, uint64_t *offset, const struct term **base);
/* Does the source say that the address is that of a struct other than a thread's record? */
bool fields_is_other(const struct sequentializer *s, const struct function *function,
                     const struct term *address);

/* objects.c: the type of the library's record of a thread, as its functions have it. */
const struct type *cobjects_record(const struct program *program);

/* numbers.c: threads by numbers instead of the addresses of their records, if that can be. */
enum { THREAD_UNIT = 8 }; /* a thread's number is a multiple of it, not zero */
void numbers_find(struct sequentializer *s);
void numbers_release(struct sequentializer *s);
/* Is the term, of the function's registers, a thread's number, perhaps with an owner's bits? */
bool numbers_is_thread(const struct sequentializer *s, const struct function *function,
                       const struct term *term);

/* The offset in the record of a thread that an address made of such a number has. */
bool numbers_offset(const struct sequentializer *s, const struct function *function,
                    const struct term *address, uint64_t *offset);

/* The address that stands for a thread's record, and for what else it has of its own: the thread
 * and the offset that an address is, if it is in a record or in thread-local memory, or anywhere.
 */
uint64_t numbers_address(uint32_t thread);
bool numbers_record(const struct sequentializer *s, uint64_t address, uint32_t *thread,
                    uint64_t *offset);
bool numbers_find_thread(const struct sequentializer *s, uint64_t address, uint32_t *thread,
                         uint64_t *offset);
/* Is the term such an address, as a constant (see pruning.c)? */
bool numbers_is_record(const struct sequentializer *s, const struct term *term);

/* flatten.c */
struct flat_unit *flat_create(struct sequentializer *s, const struct function *function,
                              const struct function *start, bool is_plain);
/* Finds registers that only ever get one constant where the function can be, and where that is:
 * `is_reached` has room for all locations. */
void flat_find_constants(struct sequentializer *s, struct flat_instance *instance,
                         bool *is_reached);
/* apart.c: can the constant be written where the register is read? Not an address that the function
 * takes apart. */
bool flat_keeps_constant(struct sequentializer *s, const struct function *function, uint32_t number,
                         const struct term *constant);
/* A term with the constants of the instance put in. */
const struct term *flat_term(struct sequentializer *s, const struct flat_instance *instance,
                             const struct term *term);
/* units.c: the routine of threads that start in `function`, which calls `start`. */
struct flat_unit *flat_routine(struct sequentializer *s, const struct function *function,
                               const struct function *start);
struct flat_unit *flat_function(struct sequentializer *s, const struct function *function);
void flat_release(struct flat_unit *unit);
/* The routine of the threads that a node creates. NULL: it creates none, or it was refused. */
struct flat_unit *flat_created(struct sequentializer *s, const struct flat_node *node);
/* Finds all units. */
void flat_find_units(struct sequentializer *s);
/* Fills how many threads run each routine: as many as there are places that create one, or the
 * bound. */
void flat_count_threads(struct sequentializer *s);
/* Says what is refused; the first one counts. */
void flat_refuse(struct sequentializer *s, struct position at, const char *what);

/* mortal.c: is the local variable a block of the heap that ends with its function? Does the end of
 * the function end one that another thread may use? */
void mortal_find(struct sequentializer *s);
bool mortal_is(const struct sequentializer *s, const struct flat_instance *instance,
               const struct edge *allocate);
/* May the address of the local variable outlive it? */
bool mortal_is_lent(const struct sequentializer *s, const struct edge *allocate);
bool mortal_ends(const struct sequentializer *s, const struct flat_instance *instance);

/* spinning.c: lets threads be interrupted in loops that may not end. */
void flat_interrupt_loops(struct sequentializer *s, struct flat_unit *unit);
/* May a function that stays one run forever? */
bool flat_spins(struct sequentializer *s, const struct function *function);
/* Decides where threads always stop, because they could else run on forever. Before, others can
 * interrupt each loop that may not end. */
void flat_stop_in_loops(struct sequentializer *s, struct flat_unit *unit);

/* flow.c: which nodes read and write which registers, and what is live. */
void flow_reads(struct sequentializer *s, struct flat_unit *unit, const struct flat_node *node,
                register_visitor *visit, void *context);
void flow_writes(struct flat_unit *unit, const struct flat_node *node, register_visitor *visit,
                 void *context);
/* first_value.c: may a local variable, whose address is the register, be read before it is written?
 */
bool flow_needs_first_value(struct sequentializer *s, struct flat_unit *unit, uint32_t number);
/* Fills values.live before flow_analyse, as if all registers were used. */
void flow_find_live(struct sequentializer *s, struct flat_unit *unit);
/* Fills is_used, is_kept, writers and slots. */
void flow_analyse(struct sequentializer *s, struct flat_unit *unit);
/* own_number.c: finds registers that always are the number of the thread itself. */
void flow_find_own(struct sequentializer *s, struct flat_unit *unit);
/* Does the store change a local variable that is never read? */
bool flow_is_dead_store(struct sequentializer *s, const struct flat_unit *unit,
                        const struct flat_instance *instance, const struct edge *edge);
/* idle.c: does a call of a function that stays one do nothing but give a result? */
bool flow_is_idle(struct sequentializer *s, const struct function *function);
/* Is the access one inside a variable of the program, unless `local`, or inside a local one? */
bool flow_is_variable(struct sequentializer *s, const struct flat_unit *unit,
                      const struct flat_instance *instance, const struct term *address,
                      uint64_t size, bool local);
/* Does the call only read what would be printed, while `memory` is not checked? */
bool flow_only_prints(struct sequentializer *s, const struct flat_node *node);
/* Is the call of such a function left out, because its result is never read? */
bool flow_is_dropped(struct sequentializer *s, const struct flat_unit *unit,
                     const struct flat_node *node);
/* inlining.c: fills is_inlined. After the rest of flow_analyse. */
void inlining_find(struct sequentializer *s, struct flat_unit *unit);
/* Is the address that of a local variable that ends as a block of the heap? */
bool flow_mortal(const struct flat_unit *unit, const struct flat_instance *instance,
                 const struct term *address);
/* joins.c. Per node: is nothing done before it in its step that another thread could notice? */
bool *flow_clean(struct sequentializer *s, const struct flat_unit *unit);
/* Can others notice what the node does? Inside an atomic section, too. */
bool flow_is_noticed(struct sequentializer *s, const struct flat_node *node);
/* Per node: is it reached from this one, in the same step if `is_step`? To be released. */
bool *flow_reach(const struct flat_unit *unit, uint32_t node, bool is_step);
/* Is the node on a cycle? */
bool flow_repeats(const struct flat_unit *unit, uint32_t node);

#endif
