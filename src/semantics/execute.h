/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of one edge, and the functions that machine.c and detect.c share. Mostly for
 * semantics/ itself. */
#ifndef SEMANTICS_EXECUTE_H
#define SEMANTICS_EXECUTE_H

#include "semantics/machine.h"

enum { MOST_ALLOCATED = 1 << 30 }; /* bytes of one object */

/* The value of a term in the top frame of a thread. */
struct value evaluate(const struct machine *machine, const struct thread *thread,
                      const struct term *term);
/* The same as a number, which it is from then on. False: it cannot be told. */
bool evaluate_number(const struct machine *machine, const struct thread *thread,
                     const struct term *term, uint64_t *bits);
bool concretize_value(const struct machine *machine, struct value value, unsigned width,
                      uint64_t *bits);
/* How a step goes on where that does not follow from numbers: `own`, which is recorded, or what an
 * execution that is followed did. */
uint64_t settle_way(const struct machine *machine, uint64_t own);
/* Only if there is just one number that it can be; nothing is made concrete. */
bool look_at_value(const struct machine *machine, struct value value, unsigned width,
                   uint64_t *bits);

/* Takes one edge of the thread's location; the thread may move there. */
enum outcome execute_edge(struct machine *machine, struct state *state, struct thread *thread);

/* call.c: moving between frames and threads. These set the thread's location themselves. */
void push_frame(struct thread *thread, const struct function *function, uint32_t call_edge);
enum outcome execute_call(struct machine *machine, struct thread *thread, const struct edge *edge);
enum outcome execute_return(struct machine *machine, struct state *state, struct thread *thread,
                            const struct edge *edge);
enum outcome execute_jump(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge);
enum outcome execute_spawn(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge);
enum outcome finish_thread(struct machine *machine, struct state *state, struct thread *thread);
/* Dead objects are forgotten at once where that is cheap, else when many have gathered. */
void reclaim_if_due(struct state *state, struct thread *thread, bool heap);

/* The value of a WAIT edge's condition for a thread that stands before it. OUTCOME_STEPPED unless
 * the condition itself fails. Leaves the state as it was. */
enum outcome evaluate_wait(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge, bool *holds);

/* Reports a violation if the property is asked for and the violation is not known already;
 * otherwise the outcome `unchecked`. */
enum outcome violate(struct machine *machine, struct thread *thread, const struct edge *edge,
                     enum property property, const char *message, uint64_t address,
                     enum outcome unchecked);
/* The place in the user's program that led to an edge of the library. */
const struct edge *user_edge(const struct thread *thread, const struct edge *edge);
/* Ends the step with a reason: "what at file:line". */
enum outcome stopped(struct machine *machine, const struct edge *edge, const char *what,
                     enum outcome outcome);
enum outcome not_supported(struct machine *machine, const struct edge *edge, const char *what);
void notify_observer(struct machine *machine, const struct state *state, struct event event);

/* access.c: the operations on memory. */
enum outcome execute_memory_edge(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge);

/* The bytes an edge accesses when it is the thread's next step. */
struct access {
  uint64_t address, size;
  bool writes, is_atomic;
  bool is_unknown; /* address or size cannot be told: taken for all of an object or everything */
  bool has_values; /* then: these say what it is, of 64 bits (open.h) */
  struct value at, length;
};
/* At most two (a copy reads and writes). */
/* Is it in a function of a specification? Its accesses are not the program's: they neither race nor
 * synchronise. */
static inline bool is_observing(const struct thread *thread) {
  return thread_top(thread)->function->is_observer;
}
unsigned step_accesses(const struct machine *machine, const struct state *state,
                       const struct thread *thread, const struct edge *edge,
                       struct access accesses[2]);

/* detect.c: concretizes where the thread's next operation accesses memory, so that races with it
 * can be seen before it happens. */
enum outcome concretize_next_access(struct machine *machine, const struct state *state,
                                    struct thread *thread);
/* Would this compare-exchange of the thread write? One that fails only reads. */
bool exchange_writes(const struct machine *machine, const struct state *state,
                     const struct thread *thread, const struct edge *edge);
/* Does this access race with the next step of a thread other than `thread`? Used for
 * accesses inside an atomic section, where no state is kept in between. */
bool step_races(struct machine *machine, const struct state *state, const struct thread *thread,
                const struct edge *edge, const struct access *access);

/* An operator on values whose widths are given. */
struct value apply_operator(const struct machine *machine, enum operator op, unsigned width,
                            unsigned operand_width, const struct value operands[3]);
/* Zero-extends or truncates. */
struct value resize_value(const struct machine *machine, struct value value, unsigned from,
                          unsigned to);
/* Registers of the top frame; NO_REGISTER: nothing happens. */
void set_register(struct thread *thread, uint32_t target, struct value value);
void set_number(struct machine *machine, struct thread *thread, uint32_t target, uint64_t bits);

#endif
