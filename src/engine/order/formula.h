/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the formula for all interleavings of the events of a run.
 *
 * Each pair of nodes of different threads that may access the same memory has a literal for their
 * order. Each read has a literal for each write that it may read from. Clauses state what reading
 * from a write implies. Acyclicity of the order is not in the formula, but checked on its models;
 * each cycle found becomes a clause (refine.c). With the eager encoding, every node has a clock
 * instead, and the order is that of the clocks. */
#ifndef ENGINE_ORDER_FORMULA_H
#define ENGINE_ORDER_FORMULA_H

#include "engine/engine.h"
#include "engine/order/run.h"
#include "solver/solver.h"

/* Literals of the solver, or these constants; -l is the negation of those too. */
enum { LITERAL_TRUE = INT32_MAX, LITERAL_FALSE = -INT32_MAX };

#define FROM_START UINT32_MAX

/* A write that a read, or a piece of it, may take its value from. */
struct read_source {
  uint32_t write; /* event, or FROM_START: the initial contents */
  uint32_t lane;  /* byte of the write at which the piece begins */
  int chosen;     /* literal */
  int same_place; /* literal: the address is that of the read */
};

/* A read, or a piece of it that begins at byte `lane`. */
struct read_candidate {
  uint32_t event, lane;
  uint32_t first_source, source_count; /* the initial contents last, if they can be read */
  bool lazy; /* only models are checked for a write that comes between; the formula does not exclude
                one */
};

struct node_pair {
  uint32_t a, b;
  int literal;      /* a comes before b */
  bool is_position; /* they are also ordered if one of them is not executed, as its place in the
                       thread matters */
};

/* A node comes before another one of its thread, or of a thread that this one creates, where the
 * literal is true. */
struct program_link {
  uint32_t from, to;
  int literal;
};

/* Where the literal is true, a section of a lock ends with this release before another one begins.
 */
struct section_link {
  uint32_t release, acquire; /* nodes */
  int literal;
};

/* The order between nodes. */
struct precedence {
  bool is_eager;
  struct map numbers; /* of pairs, by a << 32 | b with a < b */
  VECTOR(struct node_pair) pairs;
  VECTOR(struct program_link) links;
  VECTOR(struct section_link) section_links;
  const struct term **clocks; /* eager: per node */
};

/* A thread ends at the node, or finds that it is alone, where the literal is true. */
struct end_node {
  uint32_t node;
  int literal;
};

struct race {
  const struct order_event *a, *b;
  int literal;
};

/* rc11: an access and a mark of its object that are not ordered where the literal is true. */
struct outlived_pair {
  uint32_t event, mark;
  uint32_t other; /* if event is NO_EVENT: a second mark instead */
  int literal;
  bool may_be_before, may_be_after; /* whether the access could happen before the mark, or after */
};

/* What the solver is asked for: literals to assume. */
struct goals {
  int *errors; /* per possible error */
  VECTOR(struct race) races;
  bool too_many_races; /* there are more races than are asked for */
  int some_error;      /* one of the errors or races */
  int *incomplete;     /* per incompleteness */
  int some_incompleteness;
  int deadlock; /* rc11; 0: deadlocks are not checked */
  VECTOR(struct outlived_pair) outlived;
};

struct formula {
  struct order_run *run;
  struct solver *solver;
  bool is_bitwise;                /* the solver works on bits */
  uint32_t *first_event, *events; /* of each node, as of event_log_by_node */
  VECTOR(int) guards;             /* per event: the literal of its guard */
  int *fences;                    /* rc11: literals, per fence: it is executed */
  int *successes; /* rc11: literals, per event: the compare-exchange that reads succeeds */
  VECTOR(struct end_node) ends; /* empty if no thread can be alone at its end */
  VECTOR(struct read_source) sources;
  VECTOR(struct read_candidate) readings;
  struct precedence precedence;
  struct goals goals;
  VECTOR(uint32_t) order; /* of the last model: its executed nodes, first to last */
  uint64_t order_clauses, refinements;
};

/* build.c. If a limit ends it, the run's limit says so and the formula means nothing. */
void formula_build(struct formula *formula);
void formula_release(struct formula *formula);

/* The literal of a condition, or a constant. */
int formula_literal(struct formula *formula, const struct term *term);
bool formula_value(const struct formula *formula,
                   int literal); /* in the model; also of constants */
/* Resolves constants, so that callers need not. */
void formula_add_clause(struct formula *formula, const int *literals, size_t count);
static inline void formula_imply(struct formula *formula, int condition, int conclusion) {
  formula_add_clause(formula, (int[]){-condition, conclusion}, 2);
}
/* Where the literal is true, the two sides of this equality are equal. */
void formula_imply_equal(struct formula *formula, int condition, const struct term *equal);
/* A literal that implies that one of these is true. */
int formula_add_choice(struct formula *formula, const int *literals, size_t count);
/* If `source` is read, then no write to the place by `other` comes between. */
void formula_forbid_between(struct formula *formula, const struct read_candidate *reading,
                            const struct read_source *source, const struct read_source *other);
/* From now on, models have none of the errors of the last one, or differ in the sources of reads.
 * The executions that this excludes remain undecided. */
void formula_forbid_errors(struct formula *formula);
void formula_forbid_sources(struct formula *formula);
static inline bool formula_is_stopped(struct formula *formula) {
  return run_limit_is_reached(&formula->run->limit, WORK_OF_PAIR);
}

/* before.c. Is node or event a before b? A literal or constant. Nodes in two sections of one lock
 * are ordered like the sections, so one literal represents all of them. */
int formula_node_before(struct formula *formula, uint32_t a, uint32_t b);
int formula_event_before(struct formula *formula, uint32_t a, uint32_t b);
/* The same for nodes that may not be executed: such a node still has its place among the nodes
 * of its thread. */
int formula_position_before(struct formula *formula, uint32_t a, uint32_t b);
/* Is one of the nodes before the other in every execution? */
bool formula_is_ordered(const struct formula *formula, uint32_t a, uint32_t b);

/* refine.c. What the read takes its value from in the model; NULL: it is not executed. */
const struct read_source *formula_source(const struct formula *formula,
                                         const struct read_candidate *reading);
/* Solves under the assumption. If the answer is satisfiable, the model has an order without cycles,
 * which is left in formula->order. */
enum status formula_solve(struct formula *formula, int assumption, bool *satisfiable);

void formula_add_sections(struct formula *formula); /* sections.c: locks exclude each other */
void formula_add_ends(struct formula *formula);     /* ends.c: when a thread finds itself alone */
void formula_add_deadlock(struct formula *formula); /* deadlock.c: the goal of deadlocks, rc11 */
void formula_add_chains(struct formula *formula);   /* chains.c: neighbours, sc */

/* counters.c: words that threads only add to. `pieces`: per event, the size of its pieces. */
struct counters *counters_find(struct formula *formula, const uint32_t *pieces);
void counters_destroy(struct counters *counters);
/* Defines the value of the read, if it reads a counter; false: it does not. */
bool counters_add_reading(struct counters *counters, uint32_t read);

/* race.c. Adds a literal for each pair of accesses that may race; false: there are too many. */
bool race_add_pairs(struct formula *formula);
/* The first race of the model; NULL: it has none. */
const struct race *race_in_model(const struct formula *formula);
/* Leaves in the order only what leads to the accesses of the race. What comes later may end the
 * execution before one of them, for example when a thread ends the lifetime of what is accessed. */
void race_keep_causes(struct formula *formula, const struct race *race);

/* schedule.c. Executes the program on the concrete domain in the order of the nodes, with the
 * values of the model. True: a violation happened, which is in `result` with its schedule.
 * Otherwise `why` tells where the execution left the model. */
bool order_schedule_from_model(struct formula *formula, const struct task *task,
                               struct result *result, char why[160]);

#endif
