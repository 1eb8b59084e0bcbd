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
  struct flat_instance *caller; /* the instance that calls it; NULL: it is the routine's, or the
                                   first one of a recursive function */
  const struct edge *call;      /* the call, an edge of the caller */
  struct flat_frames
      *frames;    /* what its calls and returns have in common, if the function is recursive */
  bool is_framed; /* it has an array of variables, one for each depth of recursion */
  uint32_t first_register;       /* the number, in the unit, of its register 0 */
  const struct term **constants; /* per register: the constant that it always holds, or NULL */
  struct map nodes;              /* by depth of atomic sections and location: the node */
};

/* A function that calls itself, directly or through others, has one instance. Each call gets a
 * frame. */
struct flat_site {
  const struct edge *call;
  struct flat_instance *caller;
};
struct flat_frames {
  VECTOR(struct flat_site) sites; /* its calls */
  VECTOR(uint32_t) unwinds;       /* its returns: nodes */
};

enum flat_kind {
  FLAT_EDGE,     /* executes the operation of `edge` */
  FLAT_BRANCH,   /* goes to the first successor with a condition that holds */
  FLAT_BIND,     /* parameters of `callee` get their arguments */
  FLAT_RETURN,   /* the registers of the caller get the results */
  FLAT_UNWIND,   /* goes to successor i, the RETURN of site i, if the frame belongs to the call at
                    that site */
  FLAT_CALL,     /* calls a function that stays a C function */
  FLAT_DISPATCH, /* a call through a pointer: goes to the successor for the function that it points
                    to */
  FLAT_BAD_CALL, /* a call through a pointer that points to no function */
  FLAT_JUMP,     /* longjmp: to the LAND of the setjmp that the buffer is from */
  FLAT_LAND,     /* ends the functions that a longjmp leaves; setjmp returns the value */
  FLAT_BAD_JUMP, /* longjmp to a function that has returned, or in an atomic section */
  FLAT_END,      /* the thread, or the function of C, returns */
};

struct flat_node {
  enum flat_kind kind;
  const struct edge *edge;
  struct flat_instance *instance; /* the terms of the edge are over its registers */
  struct flat_instance *callee;   /* BIND, RETURN */
  const struct edge *call;        /* RETURN: the call of `callee`; LAND: the call of setjmp */
  struct flat_instance *caller;   /* the instance that `call` is in */
  uint32_t site; /* BIND, RETURN of a recursive function: the index of the site; LAND: the number of
                    the setjmp */
  const struct function *function; /* CALL */
  uint32_t depth;                  /* how many atomic sections the thread is in before the node */
  uint32_t successor_count, *successors;
  const struct term **conditions;    /* BRANCH */
  const struct function **functions; /* DISPATCH */
  uint32_t predecessor_count;
  bool is_visible; /* the thread may stop before it, so that others run */
  bool must_stop; /* the thread stops before it whenever another thread can move, since it could run
                     forever otherwise */
};

/* A call of setjmp in an instance. The buffer keeps its number, which is at least 1. */
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
  bool is_kept; /* its value is needed after the thread has stopped and is chosen again */
  uint32_t writers;
  /* If the register always holds the address of one local variable: the edge that allocates the
   * variable; else NULL. */
  const struct edge *slot;
  uint32_t slot_node;
  const struct type *slot_type; /* type of the variable; NULL: an array of bytes */
  struct ctype slot_scalar;     /* the type of the variable if only its width is known */
  bool slot_is_scalar;
  uint32_t alias; /* this register is a parameter that always holds what the other register holds,
                     the address of its slot; 0: it is none */
  const struct edge *mortal; /* like `slot`, if the variable is a block of the heap that is freed at
                                the end of its life */
  /* The register has no variable: its value is written wherever it is read. The text is known
   * once the node that computes the value is written. */
  bool is_inlined;
  bool is_own; /* it always holds the number of the running thread; see own_number.c */
  const char *value;
  struct ctype value_type;
  uint8_t value_rank; /* enum cexpr_rank */
};

/* Facts about the values of registers. Sets of registers have `words` words. */
struct flat_values {
  size_t words;
  uint64_t *live;     /* of a routine, per node: the registers that are live before it */
  uint64_t *stale;    /* per node: the registers that may still hold an old value, or NULL; see
                         forgetting.h */
  bool *is_handed_on; /* per register, once it was asked for: see first_value.c */
};

/* The cases of a routine. NULL before they are found. */
struct flat_cases {
  uint32_t count, *nodes;
  bool *is_guarded; /* per case: it begins with a condition; see blocking.h */
  uint32_t *guards; /* per case that does: the footprint of the condition */
};

struct flat_unit {
  uint32_t number; /* of a routine: its index */
  const struct function *function;
  const struct function
      *start; /* of a routine: the user's function, which the library's function calls; or NULL */
  bool is_plain; /* it stays a C function */
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
  bool is_bounded; /* the number of threads is not known, and bounded by --max-threads */
  uint32_t first_thread, thread_count;
  bool *exists; /* per node of main's routine: may a thread of this routine exist there? NULL for
                   main's own */
  struct flat_cases cases;
};

/* Facts that hold for all reachable calls of a function. Arguments that all calls give it are not
 * among them: the pass `constants` has put these into the functions of the library. */
struct reached_function {
  bool is_reached, is_queued;
  bool returns, result_varies;
  const struct term *result; /* the result, if all returns give the same; else NULL */
  VECTOR(uint32_t) callers;
  bool *locations; /* per location: it can be reached */
};

/* Results of the analyses of the whole program. */
struct flat_facts {
  uint8_t *spins;     /* per function: see flat_spins */
  uint8_t *effects;   /* per function: bits of EFFECT_* */
  bool *is_recursive; /* per function: it was found to call itself, directly or through others */
  bool *is_taken;     /* per function: is its address used? */
  bool **apart;       /* per function and register: see apart.c */
  uint64_t *lent;     /* the objects of `sharing` that are local variables whose address may outlive
                         them: a set */
  const struct edge ***definitions; /* per function and register: see analysis/definitions.h */
  struct reached_function *reached; /* per function */
  bool main_finishes;               /* the thread of main may end before the program does */
  bool has_setjmp;
};

/* The objects of `sharing` that threads access, and write, by plain accesses outside of atomic
 * sections (racing.h). Unknown: an address may be that of any object. */
struct plain_accesses {
  uint64_t *accessed, *written;
  bool unknown;
};

/* What the printed text needs: functions of C, helpers and variables. */
struct text_needs {
  bool alone, heap_size, memmove, memset, malloc, calloc, free, self, running, limits, frames,
      is_before, is_free, only_waits, look_for_race;
  unsigned nondet; /* the types for which the text needs an input function: a bit each */
  struct map helpers;
  struct text helper_text;
};

struct sequentializer {
  const struct program *program;
  const struct sequentialize_options *options;
  struct sharing *sharing;
  struct kept_bytes *kept; /* the bytes that keep their first value; see fields.c */
  struct arena *arena;
  struct ctypes types;
  VECTOR(struct flat_unit *) routines;
  VECTOR(struct flat_unit *)
  functions;                 /* the functions that stay C functions, added when a call needs them */
  struct map function_units; /* by number of a function: the index of its unit in `functions` */
  struct flat_facts facts;
  const char **object_names; /* per program object */
  bool *object_used;
  struct text refusal;
  struct lock_order *lock_order;     /* NULL: deadlocks are not looked for */
  struct interference *interference; /* NULL: no reduction asks for it */
  uint32_t *changes;                 /* per pair of routines: 1 + blocking_last_change */
  bool threads_are_numbers; /* the number of a thread stands for the address of its record; see
                               numbers.c */
  bool **is_thread;         /* per function and register: it holds the number of a thread */
  const struct type
      *memory_pointer; /* the type of a pointer to the memory that each thread has of its own */
  bool is_linear;      /* the output is one execution (linear.h) */
  bool is_pruned;      /* pruning has begun: no places to stop are added; see pruning.c */
  uint32_t thread_total, landing_total;
  struct plain_accesses races;
  struct text_needs needs;
};

/* effects.c: what a function, with all it calls, may do. */
enum {
  EFFECT_BLOCKS = 1,  /* it cannot stay a C function: it waits, creates or ends threads, or jumps */
  EFFECT_STOPS = 2,   /* an assumption in it may end the thread */
  EFFECT_VISIBLE = 4, /* other threads may notice its accesses */
  EFFECT_RETURNS = 8, /* it may return */
};
void flat_find_taken(struct sequentializer *s);
void flat_find_effects(struct sequentializer *s);
enum { FLAT_CALLEES = 256 };
/* Lists the functions that a call may reach, up to the room there is, and returns how many they
 * are. If the pointer may be anything, they are those whose address is used somewhere and that take
 * as many arguments. */
size_t flat_callees(const struct sequentializer *s, const struct edge *edge,
                    const struct function **out, size_t most);
/* May another thread access what the operation accesses? */
bool flat_is_visible(struct sequentializer *s, const struct function *function,
                     const struct edge *edge);

/* fields.c: finds the code that can be reached if the bytes that this code never changes are
 * constants. */
void fields_find(struct sequentializer *s);
void fields_release(struct sequentializer *s);
/* Does the edge store the value that its bytes always have? */
bool fields_is_kept_store(struct sequentializer *s, const struct flat_instance *instance,
                          const struct edge *edge);
/* Splits an address into a register and a constant offset; false: it is made of more. */
bool fields_resolve(const struct sequentializer *s, const struct function *function,
                    const struct term *term, uint64_t *offset, const struct term **base);
/* Is the address, by its type in the source, that of a struct other than a thread's record? */
bool fields_is_other(const struct sequentializer *s, const struct function *function,
                     const struct term *address);

/* objects.c: the type that the functions of the library give to the record of a thread. */
const struct type *cobjects_record(const struct program *program);

/* numbers.c: writes the number of a thread in place of the address of its record, where
 * possible. */
enum { THREAD_UNIT = 8 }; /* a thread's number is a multiple of it, not zero */
void numbers_find(struct sequentializer *s);
void numbers_release(struct sequentializer *s);
/* Is the term, over the registers of the function, the number of a thread, possibly with the
 * bits that an owner field adds? */
bool numbers_is_thread(const struct sequentializer *s, const struct function *function,
                       const struct term *term);

/* If the address is made of the number of a thread: its offset in the record of the thread. */
bool numbers_offset(const struct sequentializer *s, const struct function *function,
                    const struct term *address, uint64_t *offset);

/* numbers_address: the address that stands for the record of a thread. numbers_record: the
 * thread and the offset of such an address, if it is in a record or in thread-local memory.
 * numbers_find_thread: the same for any offset. */
uint64_t numbers_address(uint32_t thread);
bool numbers_record(const struct sequentializer *s, uint64_t address, uint32_t *thread,
                    uint64_t *offset);
bool numbers_find_thread(const struct sequentializer *s, uint64_t address, uint32_t *thread,
                         uint64_t *offset);
/* Is the term a constant that is an address in a record (see pruning.c)? */
bool numbers_is_record(const struct sequentializer *s, const struct term *term);

/* flatten.c */
struct flat_unit *flat_create(struct sequentializer *s, const struct function *function,
                              const struct function *start, bool is_plain);
/* Finds the registers that hold only one constant at all locations that can be reached, and
 * these locations: `is_reached` has room for all of the function. */
void flat_find_constants(struct sequentializer *s, struct flat_instance *instance,
                         bool *is_reached);
/* apart.c: can the constant be written wherever the register is read? Not if it is an address
 * whose bits the function uses. */
bool flat_keeps_constant(struct sequentializer *s, const struct function *function, uint32_t number,
                         const struct term *constant);
/* The term, with the constants of the instance in place of registers. */
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
/* Finds how many threads run each routine: the number of nodes that create one, or the bound. */
void flat_count_threads(struct sequentializer *s);
/* Notes why the program is refused, unless a reason is noted already. */
void flat_refuse(struct sequentializer *s, struct position at, const char *what);

/* mortal.c: finds the local variables whose address may outlive them. They are written as blocks
 * of the heap that are freed when their function returns. */
void mortal_find(struct sequentializer *s);
bool mortal_is(const struct sequentializer *s, const struct flat_instance *instance,
               const struct edge *allocate);
/* May the address of the local variable outlive it? */
bool mortal_is_lent(const struct sequentializer *s, const struct edge *allocate);
bool mortal_ends(const struct sequentializer *s, const struct flat_instance *instance);

/* spinning.c: adds places to stop in loops that may run forever. */
void flat_interrupt_loops(struct sequentializer *s, struct flat_unit *unit);
/* May a function that stays a C function run forever? */
bool flat_spins(struct sequentializer *s, const struct function *function);
/* Decides where threads must stop because they could run forever otherwise. Call it after
 * flat_interrupt_loops. */
void flat_stop_in_loops(struct sequentializer *s, struct flat_unit *unit);

/* flow.c: which nodes read and write which registers, and what is live. */
void flow_reads(struct sequentializer *s, struct flat_unit *unit, const struct flat_node *node,
                register_visitor *visit, void *context);
void flow_writes(struct flat_unit *unit, const struct flat_node *node, register_visitor *visit,
                 void *context);
/* first_value.c: may the local variable whose address the register holds be read before it is
 * written? */
bool flow_needs_first_value(struct sequentializer *s, struct flat_unit *unit, uint32_t number);
/* Fills values.live before flow_analyse, as if all registers were used. */
void flow_find_live(struct sequentializer *s, struct flat_unit *unit);
/* Fills is_used, is_kept, writers and slots. */
void flow_analyse(struct sequentializer *s, struct flat_unit *unit);
/* own_number.c: finds the registers that always hold the number of the running thread. */
void flow_find_own(struct sequentializer *s, struct flat_unit *unit);
/* Does the store change a local variable that is never read? */
bool flow_is_dead_store(struct sequentializer *s, const struct flat_unit *unit,
                        const struct flat_instance *instance, const struct edge *edge);
/* idle.c: does the C function do nothing but compute its result? */
bool flow_is_idle(struct sequentializer *s, const struct function *function);
/* Is the access certainly inside a variable of the program, or, if `local`, inside a local
 * variable? */
bool flow_is_variable(struct sequentializer *s, const struct flat_unit *unit,
                      const struct flat_instance *instance, const struct term *address,
                      uint64_t size, bool local);
/* Does the call only read what would be printed, while `memory` is not checked? */
bool flow_only_prints(struct sequentializer *s, const struct flat_node *node);
/* Is the call of an idle function left out because its result is never read? */
bool flow_is_dropped(struct sequentializer *s, const struct flat_unit *unit,
                     const struct flat_node *node);
/* inlining.c: fills is_inlined. After the rest of flow_analyse. */
void inlining_find(struct sequentializer *s, struct flat_unit *unit);
/* Is the address that of a local variable that is written as a block of the heap? */
bool flow_mortal(const struct flat_unit *unit, const struct flat_instance *instance,
                 const struct term *address);
/* joins.c. Per node: does its step do nothing before it that another thread could notice? */
bool *flow_clean(struct sequentializer *s, const struct flat_unit *unit);
/* Can other threads notice what the node does? Asked inside atomic sections, too. */
bool flow_is_noticed(struct sequentializer *s, const struct flat_node *node);
/* Marks, per node, those that are reached from the ones that are marked. `passes`: along which
 * ways; NULL: all. */
typedef bool flow_passes(const struct flat_unit *unit, uint32_t from, uint32_t to, void *context);
void flow_spread(const struct flat_unit *unit, bool *reached, flow_passes *passes, void *context);
/* Does the way stay in one step? */
bool flow_in_step(const struct flat_unit *unit, uint32_t from, uint32_t to, void *context);
/* Per node: is there a path to it from this one, within one step if `is_step`? The caller
 * releases the result. */
bool *flow_reach(const struct flat_unit *unit, uint32_t node, bool is_step);
/* Is the node on a cycle? */
bool flow_repeats(const struct flat_unit *unit, uint32_t node);

#endif
