/* SPDX-License-Identifier: Apache-2.0 */
/* The back end `sat`: terms become an and-inverter graph, the part of it that literals ask for
 * becomes clauses, CaDiCaL answers.
 *
 * Clauses are made by Tseitin's encoding in both directions, since a literal may be used with
 * either sign later on. Multiplexers and exclusive ors are found again in the graph and get the
 * clauses of one gate; ANDs that nothing else uses are merged into the AND above them. A node
 * merged away or inside a gate gets a variable of its own only when something else asks for it. */
#include "base/limits.h"
#include "base/memory.h"
#include "base/vector.h"
#include "solver/aig.h"
#include "solver/backend.h"
#include "solver/blast.h"
#include "term/term.h"

#include <assert.h>
#include <ccadical.h>
#include <stdio.h>

/* std::set_new_handler. CaDiCaL is C++, and C cannot catch its exceptions. */
extern void (*set_new_handler(void (*handler)(void)))(void) __asm__("_ZSt15set_new_handlerPFvvE");

struct sat {
  struct backend base;
  struct aig *aig;
  struct blaster *blaster;
  CCaDiCaL *cadical;
  VECTOR(int) variables; /* by the graph's nodes; 0: has none yet */
  VECTOR(uint32_t) stack, conjuncts;
  VECTOR(signed char) model; /* by variables, after a satisfiable check */
  int last_variable;

  const struct limits *limits; /* during a check */
  unsigned calls;
  enum status stopped;
};

/* The variable that is true, so that constants have literals. */
enum { TRUE_VARIABLE = 1 };

static void add_literals(struct sat *sat, const int *literals, size_t count) {
  for (size_t i = 0; i < count; i++)
    ccadical_add(sat->cadical, literals[i]);
  ccadical_add(sat->cadical, 0);
  sat->base.statistics.clauses++;
}

static int fresh_variable(struct sat *sat) {
  assert(sat->last_variable < INT32_MAX);
  sat->base.statistics.variables++;
  return ++sat->last_variable;
}

static struct backend *create(void) {
  struct sat *sat = memory_allocate_zeroed(sizeof *sat);
  sat->base.ops = &backend_sat;
  sat->aig = aig_create();
  sat->blaster = blaster_create(sat->aig);
  set_new_handler(memory_exhausted);
  sat->cadical = ccadical_init();
  ccadical_set_option(sat->cadical, "quiet", 1);
  int always = fresh_variable(sat);
  assert(always == TRUE_VARIABLE);
  add_literals(sat, &always, 1);
  vector_push(&sat->variables, -TRUE_VARIABLE); /* node 0 is false */
  return &sat->base;
}

static void destroy(struct backend *backend) {
  struct sat *sat = (struct sat *)backend;
  ccadical_release(sat->cadical);
  blaster_destroy(sat->blaster);
  aig_destroy(sat->aig);
  vector_release(&sat->variables);
  vector_release(&sat->stack);
  vector_release(&sat->conjuncts);
  vector_release(&sat->model);
  memory_release(sat);
}

/* Of an edge whose node has a variable; 0 if it has none. */
static int literal_of(const struct sat *sat, aig_edge edge) {
  if (aig_node(edge) >= sat->variables.count)
    return 0;
  int variable = sat->variables.items[aig_node(edge)];
  return aig_is_negated(edge) ? -variable : variable;
}

static void set_variable(struct sat *sat, uint32_t node, int variable) {
  while (sat->variables.count <= node)
    vector_push(&sat->variables, 0);
  sat->variables.items[node] = variable;
}

/* Puts the edge's node on the stack if it has no variable. */
static bool require(struct sat *sat, aig_edge edge) {
  if (literal_of(sat, edge))
    return true;
  vector_push(&sat->stack, aig_node(edge));
  return false;
}

/* not_mux is !(condition ? then : otherwise). The last two clauses follow from the others, but let
 * the solver conclude without knowing the condition. */
static void encode_mux(struct sat *sat, int not_mux, int condition, int then, int otherwise) {
  int clauses[6][3] = {{-condition, then, not_mux},     {-condition, -then, -not_mux},
                       {condition, otherwise, not_mux}, {condition, -otherwise, -not_mux},
                       {then, otherwise, not_mux},      {-then, -otherwise, -not_mux}};
  unsigned count = then == -otherwise ? 4 : 6;
  for (unsigned i = 0; i < count; i++)
    add_literals(sat, clauses[i], 3);
}

/* The operands of the largest AND whose root is `node` and whose inner nodes have no other user. */
static void collect_conjuncts(struct sat *sat, uint32_t node) {
  sat->conjuncts.count = 0;
  vector_push(&sat->conjuncts, aig_operand(sat->aig, node, 0));
  vector_push(&sat->conjuncts, aig_operand(sat->aig, node, 1));
  for (size_t i = 0; i < sat->conjuncts.count;) {
    aig_edge edge = sat->conjuncts.items[i];
    uint32_t inner = aig_node(edge);
    aig_edge condition, then, otherwise;
    if (aig_is_negated(edge) || !aig_is_and(sat->aig, inner) || aig_uses(sat->aig, inner) > 1 ||
        literal_of(sat, edge) || aig_match_mux(sat->aig, inner, &condition, &then, &otherwise)) {
      i++;
      continue;
    }
    sat->conjuncts.items[i] = aig_operand(sat->aig, inner, 0);
    vector_push(&sat->conjuncts, aig_operand(sat->aig, inner, 1));
  }
}

static void encode_conjunction(struct sat *sat, int result) {
  for (size_t i = 0; i < sat->conjuncts.count; i++) {
    int clause[2] = {-result, literal_of(sat, sat->conjuncts.items[i])};
    add_literals(sat, clause, 2);
  }
  for (size_t i = 0; i < sat->conjuncts.count; i++)
    ccadical_add(sat->cadical, -literal_of(sat, sat->conjuncts.items[i]));
  ccadical_add(sat->cadical, result);
  ccadical_add(sat->cadical, 0);
  sat->base.statistics.clauses++;
}

/* Gives `node` a variable and clauses, if all that it needs has them; else asks for that first. */
static bool encode_node(struct sat *sat, uint32_t node) {
  aig_edge condition, then, otherwise;
  if (!aig_is_and(sat->aig, node)) {
    set_variable(sat, node, fresh_variable(sat));
    return true;
  }
  if (aig_match_mux(sat->aig, node, &condition, &then, &otherwise)) {
    bool ready = require(sat, condition);
    ready = require(sat, then) && ready;
    ready = require(sat, otherwise) && ready;
    if (!ready)
      return false;
    int variable = fresh_variable(sat);
    set_variable(sat, node, variable);
    encode_mux(sat, variable, literal_of(sat, condition), literal_of(sat, then),
               literal_of(sat, otherwise));
    return true;
  }
  collect_conjuncts(sat, node);
  bool ready = true;
  for (size_t i = 0; i < sat->conjuncts.count; i++)
    ready = require(sat, sat->conjuncts.items[i]) && ready;
  if (!ready)
    return false;
  int variable = fresh_variable(sat);
  set_variable(sat, node, variable);
  encode_conjunction(sat, variable);
  return true;
}

static int encode(struct sat *sat, aig_edge edge) {
  assert(!sat->stack.count);
  require(sat, edge);
  while (sat->stack.count) {
    uint32_t node = vector_last(&sat->stack);
    if (literal_of(sat, node << 1) || encode_node(sat, node))
      sat->stack.count--;
  }
  return literal_of(sat, edge);
}

static enum status literal(struct backend *backend, const struct term *term, int *result) {
  struct sat *sat = (struct sat *)backend;
  if (!term) {
    *result = fresh_variable(sat);
    return STATUS_OK;
  }
  assert(term->width == 1);
  const aig_edge *bits = blaster_bits(sat->blaster, term);
  if (!bits) {
    snprintf(backend->reason, sizeof backend->reason, "floating point (%s) in solver sat",
             operator_text(blaster_unsupported(sat->blaster)));
    return STATUS_UNSUPPORTED;
  }
  *result = encode(sat, *bits);
  backend->statistics.nodes = aig_count(sat->aig);
  return STATUS_OK;
}

static void add_clause(struct backend *backend, const int *literals, size_t count) {
  add_literals((struct sat *)backend, literals, count);
}

/* Asked by CaDiCaL all the time; the clock and the memory are looked at every now and then. */
static int should_stop(void *context) {
  enum { CALLS_BETWEEN_LOOKS = 16, WORK_OF_CALL = 32 };
  struct sat *sat = context;
  const char *reason = "";
  bool is_cancelled = sat->limits->cancelled && *sat->limits->cancelled;
  if (!is_cancelled && sat->calls++ % CALLS_BETWEEN_LOOKS)
    return 0;
  limits_spend(sat->limits, CALLS_BETWEEN_LOOKS * WORK_OF_CALL);
  sat->stopped = limits_check(sat->limits, &reason);
  if (sat->stopped == STATUS_OK)
    return 0;
  snprintf(sat->base.reason, sizeof sat->base.reason, "%s", reason);
  return 1;
}

/* CaDiCaL's own values are gone as soon as a clause is added: callers may read on while they
 * refine. */
static void keep_model(struct sat *sat) {
  vector_reserve(&sat->model, (size_t)sat->last_variable + 1);
  sat->model.count = (size_t)sat->last_variable + 1;
  sat->model.items[0] = 0;
  for (int i = 1; i <= sat->last_variable; i++)
    sat->model.items[i] = ccadical_val(sat->cadical, i) > 0 ? 1 : 0;
}

static enum status check(struct backend *backend, const struct limits *limits,
                         const int *assumptions, size_t count, bool *satisfiable) {
  enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };
  struct sat *sat = (struct sat *)backend;
  sat->model.count = 0;
  sat->stopped = STATUS_OK;
  sat->calls = 0;
  sat->limits = limits;
  if (limits && should_stop(sat))
    return sat->stopped;
  for (size_t i = 0; i < count; i++)
    ccadical_assume(sat->cadical, assumptions[i]);
  ccadical_set_terminate(sat->cadical, sat, limits ? should_stop : NULL);
  int answer = ccadical_solve(sat->cadical);
  ccadical_set_terminate(sat->cadical, NULL, NULL);
  if (answer != SATISFIABLE && answer != UNSATISFIABLE) {
    assert(sat->stopped != STATUS_OK);
    return sat->stopped;
  }
  *satisfiable = answer == SATISFIABLE;
  if (*satisfiable)
    keep_model(sat);
  else
    for (size_t i = 0; i < count; i++)
      if (ccadical_failed(sat->cadical, assumptions[i]))
        vector_push(&backend->failed, assumptions[i]);
  return STATUS_OK;
}

static bool value(const struct backend *backend, int literal) {
  const struct sat *sat = (const struct sat *)backend;
  size_t variable = (size_t)(literal < 0 ? -literal : literal);
  return variable < sat->model.count && sat->model.items[variable] == (literal > 0);
}

/* Bits that are in no clause are free, and taken as 0. */
static uint64_t variable(const struct backend *backend, const struct term *term) {
  const struct sat *sat = (const struct sat *)backend;
  const aig_edge *bits = blaster_known_bits(sat->blaster, term);
  uint64_t result = 0;
  for (unsigned i = 0; bits && i < term->width; i++) {
    int known = literal_of(sat, bits[i]);
    result |= (uint64_t)(known && value(backend, known)) << i;
  }
  return result;
}

const struct backend_ops backend_sat = {
    .name = "sat",
    .create = create,
    .destroy = destroy,
    .literal = literal,
    .add_clause = add_clause,
    .check = check,
    .value = value,
    .variable = variable,
};
