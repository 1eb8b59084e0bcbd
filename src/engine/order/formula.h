/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the formula for all interleavings of the events of a symbolic
 * execution.
 *
 * Each pair of steps (nodes) of different threads that may access the same memory has a Boolean for
 * their order. Each read has a Boolean for each write that it may read from. Clauses state what
 * reading from a write implies. Acyclicity of the order is not in the formula, but checked on its
 * models; each cycle found becomes a clause (refine.c). With the eager encoding, every node has a
 * clock instead, and the order is that of the clocks. */
#ifndef ENGINE_ORDER_FORMULA_H
#define ENGINE_ORDER_FORMULA_H

#include "base/map.h"
#include "engine/order/symbolic.h"
#include "solver/solver.h"

/* Literals of the solver, or these constants; -l is the negation of those too. */
enum { LITERAL_TRUE = INT32_MAX, LITERAL_FALSE = -INT32_MAX };

#define FROM_START UINT32_MAX

/* A way a read gets (a lane of) its value. */
struct read_source {
  uint32_t write; /* event, or FROM_START: the initial contents */
  uint32_t lane;  /* of the write: where the piece begins that is read */
  int chosen;     /* literal */
  int same_place; /* literal: the addresses are equal */
};

/* A read, or a piece of it that begins at byte `lane`. */
struct read_candidate {
  uint32_t event, lane;
  uint32_t first_source, source_count; /* the initial contents last, if they can be read */
  bool lazy; /* that nothing is written in between is checked on models, not in the formula */
};

struct node_pair {
  uint32_t a, b;
  int literal;      /* a comes before b */
  bool is_position; /* also where one of them is not executed: its place in the thread matters */
};

/* A section of a lock has ended by this release before another one begins, where the literal is
 * true. */
struct section_link {
  uint32_t release, acquire; /* nodes */
  int literal;
};

/* A thread ends there, or finds that it is alone, where the literal is true. */
struct end_node {
  uint32_t node;
  int literal;
};

struct race {
  const struct order_event *a, *b;
  int literal;
};

/* An access and a mark of its object that are not ordered where the literal is true: the access
 * does not happen before the mark, or not behind it. */
struct outlived_pair {
  uint32_t event, mark;
  uint32_t other; /* event is NO_EVENT: this mark takes its place */
  int literal;
  bool may_be_before, may_be_behind; /* … although it could */
};

/* A node comes before another one of its thread, or of one that thread creates. */
struct program_link {
  uint32_t from, to;
  int literal; /* where this holds */
};

struct formula {
  struct symbolic *symbolic;
  struct solver *solver;
  bool bitwise; /* the solver works on bits */
  bool eager;
  struct map pair_numbers; /* a << 32 | b with a < b */
  VECTOR(struct node_pair) pairs;
  VECTOR(struct program_link) links;
  VECTOR(struct section_link) section_links;
  VECTOR(struct end_node) ends; /* none if no thread can be alone at its end */
  VECTOR(struct read_source) sources;
  VECTOR(struct read_candidate) readings;
  VECTOR(int) guards; /* literals, per event */
  int *errors;        /* literals, per possible error */
  VECTOR(struct race) races;
  bool too_many_races;                 /* some are left out */
  int some_error, some_incompleteness; /* assume one of these */
  int deadlock; /* likewise: there may be a deadlock. 0: that is not looked for */
  int *incomplete;
  int *fences;    /* rc11: literals, per fence: it is executed */
  int *successes; /* rc11: literals, per event: the compare-exchange that reads succeeds */
  VECTOR(struct outlived_pair) outlived; /* rc11 */
  const struct term **clocks;            /* eager: per node */
  uint64_t order_clauses, refinements;
  uint32_t looks; /* how often it was asked whether to stop */
};

/* If limits end it, the symbolic execution's status says so and the formula means nothing. */
void formula_build(struct formula *formula);
void formula_release(struct formula *formula);

/* model.c. The events of each node, in program order: those of node i begin at first_event[i] and
 * end before first_event[i + 1]. The caller releases both. */
void formula_list_events(const struct symbolic *symbolic, uint32_t **first_event,
                         uint32_t **events);

/* before.c. Is b in a thread that was created, by whomever, after a? */
bool formula_spawned_after(const struct symbolic *symbolic, const struct order_node *a,
                           const struct order_node *b);
/* Is event or node a before b? A literal or constant. Nodes in two sections of one lock are in the
 * order of the sections, so one literal stands for all of them. */
int formula_node_before(struct formula *formula, uint32_t a, uint32_t b);
int formula_event_before(struct formula *formula, uint32_t a, uint32_t b);
/* Likewise for nodes, and also if one of them is not executed: then it has still its place among
 * the nodes of its thread. */
int formula_position_before(struct formula *formula, uint32_t a, uint32_t b);
/* Is one of the nodes before the other in every execution? */
bool formula_is_ordered(const struct formula *formula, uint32_t a, uint32_t b);
/* Have limits ended the building? Looks at the clock every now and then. */
bool formula_is_stopped(struct formula *formula);
/* The literal of a condition, or a constant. */
int formula_literal(struct formula *formula, const struct term *term);
bool formula_value(const struct formula *formula, int literal); /* in the model, constants too */
void formula_add_clause(struct formula *formula, const int *literals, size_t count);

/* Where the literal is true the two sides of this equality are equal. */
void formula_imply_equal(struct formula *formula, int condition, const struct term *equal);

/* If `source` is read, then no write to the place by `other` comes between: as a clause. */
void formula_forbid_between(struct formula *formula, const struct read_candidate *reading,
                            const struct read_source *source, const struct read_source *other);

/* A literal that implies that one of these is true. */
int formula_add_choice(struct formula *formula, const int *literals, size_t count);

/* From now on models differ from the last one in who reads from whom, or have none of its errors.
 * What is left out says nothing about the program. */
void formula_forbid_model(struct formula *formula, bool same_error);

/* refine.c: in the model, what the read takes its value from; NULL: it is not executed. */
const struct read_source *formula_source(const struct formula *formula,
                                         const struct read_candidate *reading);
/* Solves under the assumption; a satisfiable answer has an order without cycles, which is
 * left in `order` (executed nodes, first to last). */
enum status formula_solve(struct formula *formula, int assumption, bool *satisfiable,
                          uint32_t **order, size_t *order_count);

/* sections.c: locks exclude each other. */
void formula_add_sections(struct formula *formula);

/* ends.c: a thread finds itself alone only if all others have ended. */
void formula_add_ends(struct formula *formula);

/* deadlock.c: rc11. Adds the literal of deadlocks. */
void formula_add_deadlock(struct formula *formula);

/* chains.c: under sc, order between two threads goes along with that within them. */
void formula_add_chains(struct formula *formula);

/* counters.c: words that threads only add to, and what reads find in them. */
/* `pieces`: per event, how many bytes of it are taken at a time. */
struct counters *counters_find(struct formula *formula, const uint32_t *pieces);
void counters_destroy(struct counters *counters);
/* Says what the read finds, if that is a counter; false: it is not, or in another way. */
bool counters_add_reading(struct counters *counters, uint32_t read);

/* race.c: data races in the formula. */
/* Adds a literal for each pair of accesses that may race; false: there are too many of them. */
bool race_add_pairs(struct formula *formula);
/* The first race of the model, whose nodes are in this order; NULL: there is none in it. */
const struct race *race_in_model(const struct formula *formula, const uint32_t *order,
                                 size_t order_count);

/* schedule.c: from a model of the formula to a schedule of the reference interpreter. */
/* Runs the program on the concrete domain in the order of the nodes, with the values of the model.
 * True: it hit a violation, which is in `result` with the schedule that led to it. Otherwise `why`
 * tells where the run left the model. */
bool order_schedule_from_model(struct formula *formula, const struct task *task,
                               const uint32_t *order, size_t order_count, struct result *result,
                               char why[160]);

#endif
