/* SPDX-License-Identifier: Apache-2.0 */
/* Turns the edges into a path; the conditions of the path are the verification condition. (The
 * search itself reuses symbols and forgets facts about unused ones, so its facts are not
 * enough.) */
#include "engine/context/interleaving.h"

#include "engine/confirmed.h"

void interleaving_reverse(struct interleaving *interleaving) {
  for (size_t i = 0, j = interleaving->edges.count; i + 1 < j; i++) {
    uint32_t kept = interleaving->edges.items[i];
    interleaving->edges.items[i] = interleaving->edges.items[--j];
    interleaving->edges.items[j] = kept;
  }
}

void interleaving_to_edge(const struct tree *tree, uint32_t edge,
                          struct interleaving *interleaving) {
  interleaving->edges.count = 0;
  for (uint32_t at = edge;;) {
    vector_push(&interleaving->edges, at);
    uint32_t from = tree->edges.items[at].from;
    if (from == NO_NODE)
      break;
    at = tree->nodes.items[from].edge;
  }
  interleaving_reverse(interleaving);
}

static void add_edge(const struct tree *tree, uint32_t number, struct path *path) {
  const struct tree_edge *edge = &tree->edges.items[number];
  uint32_t from = edge->from == NO_NODE ? NO_STATE : tree->nodes.items[edge->from].state;
  struct move move = {from, edge->thread, edge->steps, 0};
  path_add(path, move, tree->answers.items + edge->first_answer, edge->answer_count);
}

enum confirm_answer interleaving_confirm(struct tree *tree, const struct interleaving *interleaving,
                                         struct result *result) {
  struct confirmation confirmation =
      result_confirmation(tree->task, tree->concretizer.finder.session.backend);
  struct path path = {0};
  for (size_t i = 0; i < interleaving->edges.count; i++)
    add_edge(tree, interleaving->edges.items[i], &path);
  enum confirm_answer answer = result_confirm(result, &confirmation, &tree->explorer, &path);
  path_release(&path);
  confirmation_release(&confirmation);
  return answer;
}
