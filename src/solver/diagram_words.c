/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluates circuits from their inputs on, and caches the diagram of each node. */
#include "solver/diagram_words.h"

#include "base/map.h"
#include "base/vector.h"
#include "solver/blast.h"
#include "term/term.h"
#include "term/walk.h"

#include <assert.h>

enum { MOST_KEPT = 1 << 17 }; /* results of nodes, before all of them are computed anew */
enum { UNKNOWN_DIAGRAM = -1 };
enum { IS_KNOWN = 1, IS_UNKNOWN = 2 }; /* what diagram_words.known has of a term */

struct diagram_words {
  struct diagrams *diagrams;
  struct aig *aig;
  struct blaster *blaster;
  struct map bound;         /* variables of terms, by number */
  struct map inputs;        /* the variable of diagrams that an input of the graph is */
  VECTOR(uint8_t) known;    /* by id of a term */
  VECTOR(diagram) results;  /* by node, or UNKNOWN_DIAGRAM */
  VECTOR(uint32_t) kept;    /* the nodes that have a result */
  VECTOR(uint32_t) waiting; /* scratch */
};

struct diagram_words *diagram_words_create(struct diagrams *diagrams) {
  struct diagram_words *words = memory_allocate_zeroed(sizeof *words);
  words->diagrams = diagrams;
  words->aig = aig_create();
  words->blaster = blaster_create(words->aig);
  return words;
}

static void forget_results(struct diagram_words *words) {
  for (size_t i = 0; i < words->kept.count; i++) {
    diagram_release(words->results.items[words->kept.items[i]]);
    words->results.items[words->kept.items[i]] = UNKNOWN_DIAGRAM;
  }
  words->kept.count = 0;
}

void diagram_words_destroy(struct diagram_words *words) {
  if (!words)
    return;
  forget_results(words);
  blaster_destroy(words->blaster);
  aig_destroy(words->aig);
  map_release(&words->bound);
  map_release(&words->inputs);
  vector_release(&words->known);
  vector_release(&words->results);
  vector_release(&words->kept);
  vector_release(&words->waiting);
  memory_release(words);
}

void diagram_words_bind(struct diagram_words *words, const struct term *variable,
                        const unsigned *variables) {
  const aig_edge *bits = blaster_bits(words->blaster, variable);
  assert(variable->kind == TERM_VARIABLE && !map_get(&words->bound, variable->value, NULL));
  map_set(&words->bound, variable->value, 1);
  for (unsigned i = 0; i < variable->width; i++)
    map_set(&words->inputs, aig_node(bits[i]), variables[i]);
}

static bool is_looked_at(const struct term *term, void *context) {
  const struct diagram_words *words = context;
  return term->id < words->known.count && words->known.items[term->id];
}

static void look_at(const struct term *term, void *context) {
  struct diagram_words *words = context;
  bool is_known = term->kind == TERM_CONSTANT ||
                  (term->kind == TERM_VARIABLE && map_get(&words->bound, term->value, NULL)) ||
                  (term->kind == TERM_APPLY && !operator_is_float(term->op));
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    is_known &= words->known.items[term->operands[i]->id] == IS_KNOWN;
  while (words->known.count <= term->id)
    vector_push(&words->known, 0);
  words->known.items[term->id] = is_known ? IS_KNOWN : IS_UNKNOWN;
}

bool diagram_words_know(struct diagram_words *words, const struct term *term) {
  term_walk(term, is_looked_at, look_at, words);
  return words->known.items[term->id] == IS_KNOWN;
}

static diagram result_of(const struct diagram_words *words, aig_edge edge) {
  return words->results.items[aig_node(edge)];
}

static diagram edge_diagram(struct diagram_words *words, aig_edge edge) {
  diagram result = result_of(words, edge);
  return aig_is_negated(edge) ? diagram_not(words->diagrams, result) : diagram_copy(result);
}

/* Are the operands there? Those that are not wait for their turn. */
static bool has_operands(struct diagram_words *words, const aig_edge *operands, unsigned count) {
  bool all = true;
  for (unsigned i = 0; i < count; i++)
    if (result_of(words, operands[i]) == UNKNOWN_DIAGRAM) {
      vector_push(&words->waiting, aig_node(operands[i]));
      all = false;
    }
  return all;
}

static diagram combine(struct diagram_words *words, const aig_edge *operands, bool is_choice) {
  diagram parts[3] = {DIAGRAM_NONE, DIAGRAM_NONE, DIAGRAM_NONE};
  for (unsigned i = 0; i < (is_choice ? 3 : 2); i++)
    parts[i] = edge_diagram(words, operands[i]);
  diagram result = is_choice ? diagram_choose(words->diagrams, parts[0], parts[1], parts[2])
                             : diagram_and(words->diagrams, parts[0], parts[1]);
  if (is_choice)
    diagram_replace(&result, diagram_not(words->diagrams, result));
  for (unsigned i = 0; i < 3; i++)
    diagram_release(parts[i]);
  return result;
}

/* True: it has its result now. */
static bool evaluate(struct diagram_words *words, uint32_t node) {
  uint64_t variable;
  diagram result = DIAGRAM_NONE;
  if (node && !aig_is_and(words->aig, node)) {
    bool is_bound = map_get(&words->inputs, node, &variable);
    assert(is_bound);
    result = diagram_variable(words->diagrams, (unsigned)variable);
  } else if (node) {
    aig_edge operands[3];
    bool is_choice = aig_match_mux(words->aig, node, &operands[0], &operands[1], &operands[2]);
    for (unsigned i = 0; !is_choice && i < 2; i++)
      operands[i] = aig_operand(words->aig, node, i);
    if (!has_operands(words, operands, is_choice ? 3 : 2))
      return false;
    result = combine(words, operands, is_choice);
  }
  words->results.items[node] = result;
  vector_push(&words->kept, node);
  return true;
}

diagram diagram_words_bit(struct diagram_words *words, const struct term *term, unsigned bit) {
  const aig_edge *bits = blaster_bits(words->blaster, term);
  assert(bits && bit < term->width);
  aig_edge edge = bits[bit];
  if (words->kept.count > MOST_KEPT)
    forget_results(words);
  while (words->results.count < aig_count(words->aig))
    vector_push(&words->results, UNKNOWN_DIAGRAM);
  words->waiting.count = 0;
  vector_push(&words->waiting, aig_node(edge));
  while (words->waiting.count) {
    uint32_t node = vector_last(&words->waiting);
    if (words->results.items[node] != UNKNOWN_DIAGRAM || evaluate(words, node))
      words->waiting.count--;
  }
  return edge_diagram(words, edge);
}
