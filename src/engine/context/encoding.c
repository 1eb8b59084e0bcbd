/* SPDX-License-Identifier: Apache-2.0 */
/* Clauses over nodes, edges and the schedule. An edge that continues the run of the active thread,
 * or that takes steps no other thread can observe, is no effective switch, and the schedule does
 * not guard it. */
#include "engine/context/encoding.h"

#include "solver/solver.h"

enum { MOST_REDUCED = 600000 }; /* nodes, before what is within a bound is explored exactly */

/* The literal of ts_index = thread, made on demand. The schedule selects at most one thread for
 * each index. */
static int selection(struct encoding *encoding, uint32_t index, uint32_t thread) {
  uint64_t key = (uint64_t)index << 32 | thread, found;
  if (map_get(&encoding->selection_of, key, &found))
    return encoding->selections.items[found].literal;
  struct selection fresh = {index, thread, solver_fresh_literal(encoding->solver)};
  vector_each (other, &encoding->selections) {
    if (other->index != index)
      continue;
    int not_both[] = {-other->literal, -fresh.literal};
    solver_add_clause(encoding->solver, not_both, 2);
  }
  map_set(&encoding->selection_of, key, encoding->selections.count);
  vector_push(&encoding->selections, fresh);
  return fresh.literal;
}

static int node_literal(const struct encoding *encoding, uint32_t node) {
  return encoding->nodes.items[node];
}

static void imply(struct encoding *encoding, int premise, int conclusion) {
  int clause[] = {-premise, conclusion};
  solver_add_clause(encoding->solver, clause, 2);
}

static bool is_switch(const struct encoding *encoding, const struct tree_edge *edge) {
  return edge->from != NO_NODE && edge->thread != NO_THREAD &&
         edge->switches > encoding->tree.nodes.items[edge->from].switches;
}

static int edge_literal(struct encoding *encoding, uint32_t number) {
  while (encoding->edges.count <= number)
    vector_push(&encoding->edges, (struct encoding_edge){0, UINT32_MAX});
  if (encoding->edges.items[number].literal)
    return encoding->edges.items[number].literal;
  struct tree_edge edge = encoding->tree.edges.items[number];
  int literal = solver_fresh_literal(encoding->solver);
  encoding->edges.items[number].literal = literal;
  if (edge.from != NO_NODE)
    imply(encoding, literal, node_literal(encoding, edge.from));
  if (is_switch(encoding, &edge))
    imply(encoding, literal, selection(encoding, edge.switches, edge.thread));
  return literal;
}

static void imply_facts(struct encoding *encoding, int literal, const struct state *state) {
  for (size_t i = 0; i < state->facts.count; i++)
    imply(encoding, literal,
          solver_literal(encoding->solver, value_term_by_id(&encoding->tree.concretizer.context,
                                                            state->facts.items[i])));
}

/* An edge of the tree. Facts are those of the state it leads to, which is loaded. */
static void note_edge(struct tree_listener *listener, uint32_t number, bool fresh) {
  struct encoding *encoding = (struct encoding *)listener;
  uint32_t to = encoding->tree.edges.items[number].to;
  if (fresh) {
    vector_push(&encoding->nodes, solver_fresh_literal(encoding->solver));
    vector_push(&encoding->last_edges, UINT32_MAX);
    vector_push(&encoding->open, to);
    imply_facts(encoding, node_literal(encoding, to), encoding->tree.explorer.state);
  }
  edge_literal(encoding, number);
  encoding->edges.items[number].next = encoding->last_edges.items[to];
  encoding->last_edges.items[to] = number;
}

static bool note_error(struct tree_listener *listener, uint32_t number) {
  struct encoding *encoding = (struct encoding *)listener;
  const struct task *task = encoding->tree.task;
  if (task->bounds_contexts && encoding->tree.edges.items[number].switches > task->contexts) {
    encoding->has_error_beyond = true;
    return true;
  }
  imply_facts(encoding, edge_literal(encoding, number), encoding->tree.explorer.state);
  vector_push(&encoding->errors, number);
  return false;
}

/* The formula tells whether the node is reached, once it has all nodes. */
static bool note_cut(struct tree_listener *listener, uint32_t node) {
  struct encoding *encoding = (struct encoding *)listener;
  vector_push(&encoding->cuts, node);
  return true;
}

struct clause {
  VECTOR(int) literals;
};

/* A node that is passed is entered along one of its edges. */
static void encode_node(struct encoding *encoding, uint32_t node) {
  struct clause clause = {0};
  vector_push(&clause.literals, -node_literal(encoding, node));
  for (uint32_t at = encoding->last_edges.items[node]; at != UINT32_MAX;
       at = encoding->edges.items[at].next)
    vector_push(&clause.literals, encoding->edges.items[at].literal);
  solver_add_clause(encoding->solver, clause.literals.items, clause.literals.count);
  vector_release(&clause.literals);
}

/* Encodes expanded nodes; the others lead to no error yet. */
static void encode_nodes(struct encoding *encoding) {
  size_t count = 0;
  for (size_t i = 0; i < encoding->open.count; i++) {
    uint32_t node = encoding->open.items[i];
    if (encoding->tree.nodes.items[node].is_expanded)
      encode_node(encoding, node);
    else
      encoding->open.items[count++] = node;
  }
  encoding->open.count = count;
}

/* A literal that implies that one of those in the clause holds. */
static int some_of(struct encoding *encoding, struct clause *clause) {
  int some = clause->literals.count ? solver_fresh_literal(encoding->solver) : 0;
  if (some) {
    vector_push(&clause->literals, -some);
    solver_add_clause(encoding->solver, clause->literals.items, clause->literals.count);
  }
  vector_release(&clause->literals);
  return some;
}

int encoding_encode(struct encoding *encoding) {
  struct clause clause = {0};
  encode_nodes(encoding);
  for (size_t i = encoding->asked; i < encoding->errors.count; i++)
    vector_push(&clause.literals, encoding->edges.items[encoding->errors.items[i]].literal);
  return some_of(encoding, &clause);
}

void encoding_refute(struct encoding *encoding, int some_error) {
  int none = -some_error;
  if (some_error)
    solver_add_clause(encoding->solver, &none, 1);
  encoding->asked = encoding->errors.count;
}

int encoding_encode_cuts(struct encoding *encoding) {
  struct clause clause = {0};
  for (size_t i = 0; i < encoding->open.count; i++)
    encode_node(encoding, encoding->open.items[i]);
  encoding->open.count = 0;
  for (size_t i = 0; i < encoding->cuts.count; i++)
    vector_push(&clause.literals, node_literal(encoding, encoding->cuts.items[i]));
  return some_of(encoding, &clause);
}

static bool is_passed(const struct encoding *encoding, uint32_t edge) {
  return solver_value(encoding->solver, encoding->edges.items[edge].literal);
}

void encoding_read_path(const struct encoding *encoding, struct interleaving *interleaving) {
  size_t error = encoding->asked;
  while (!is_passed(encoding, encoding->errors.items[error]))
    error++;
  interleaving->edges.count = 0;
  for (uint32_t at = encoding->errors.items[error];;) {
    vector_push(&interleaving->edges, at);
    uint32_t from = encoding->tree.edges.items[at].from;
    if (from == NO_NODE)
      break;
    at = encoding->last_edges.items[from];
    while (!is_passed(encoding, at))
      at = encoding->edges.items[at].next;
  }
  interleaving_reverse(interleaving);
}

void encoding_init(struct encoding *encoding, const struct task *task, bool is_reduced,
                   bool without_claims) {
  struct tree_manner manner = {.is_reduced = is_reduced,
                               .without_claims = without_claims,
                               .breadth_first = true,
                               .goes_beyond = is_reduced && task->bounds_contexts,
                               .most_nodes =
                                   is_reduced && task->bounds_contexts ? MOST_REDUCED : 0};
  *encoding =
      (struct encoding){.listener = {.edge = note_edge, .error = note_error, .cut = note_cut}};
  encoding->solver = solver_create(task->solver);
  solver_set_limits(encoding->solver, &task->limits);
  tree_init(&encoding->tree, task, &encoding->listener, &manner);
}

void encoding_release(struct encoding *encoding) {
  tree_release(&encoding->tree);
  solver_destroy(encoding->solver);
  vector_release(&encoding->selections);
  map_release(&encoding->selection_of);
  vector_release(&encoding->edges);
  vector_release(&encoding->nodes);
  vector_release(&encoding->last_edges);
  vector_release(&encoding->errors);
  vector_release(&encoding->open);
  vector_release(&encoding->cuts);
}
