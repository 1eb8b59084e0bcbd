/* The edges are followed by a trail, and all that it takes is the verification condition. (The
 * search itself uses symbols again that nothing refers to any more and forgets what was assumed of
 * them, so its facts are not the whole of it.) */
#include "engine/context/path.h"

#include "engine/trail.h"
#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

void path_reverse(struct path *path) {
  for (size_t i = 0, j = path->edges.count - 1; i < j; i++, j--) {
    uint32_t kept = path->edges.items[i];
    path->edges.items[i] = path->edges.items[j];
    path->edges.items[j] = kept;
  }
}

void path_to_edge(const struct tree *tree, uint32_t edge, struct path *path) {
  path->edges.count = 0;
  for (uint32_t at = edge;;) {
    vector_push(&path->edges, at);
    uint32_t from = tree->edges.items[at].from;
    if (from == NO_NODE)
      break;
    at = tree->nodes.items[from].edge;
  }
  path_reverse(path);
}

static void record(struct tree *tree, const struct path *path, struct trail *trail) {
  trail_begin_recording(trail, &tree->machine);
  for (size_t i = 0; i < path->edges.count; i++) {
    struct tree_edge edge = tree->edges.items[path->edges.items[i]];
    choices_repeat(&tree->oracle.choices, tree->choices.items + edge.first_choice,
                   edge.choice_count);
    if (edge.from == NO_NODE) {
      tree_start(tree);
      continue;
    }
    tree_load(tree, edge.from);
    for (uint32_t j = 0; j < edge.steps; j++) {
      tree_step(tree, edge.thread);
      vector_push(&trail->steps, edge.thread);
    }
  }
  trail_end_recording(trail, &tree->machine);
}

static enum path_answer solve(struct tree *tree, const struct trail *trail, struct result *result,
                              const char *backend) {
  struct solver *solver = solver_create(backend);
  solver_set_limits(solver, &tree->task->limits);
  for (size_t i = 0; i < trail->constraints.count; i++)
    solver_assert(solver, trail->constraints.items[i]);
  bool satisfiable = false;
  enum path_answer answer = PATH_UNDECIDED;
  enum status status = solver_check(solver, NULL, 0, &satisfiable);
  if (status != STATUS_OK)
    snprintf(result->reason, sizeof result->reason, "%s", solver_reason(solver));
  else if (!satisfiable)
    answer = PATH_IMPOSSIBLE;
  else
    answer = trail_execute(trail, &tree->machine, solver, result) ? PATH_REAL : PATH_UNDECIDED;
  solver_destroy(solver);
  if (status == STATUS_UNSUPPORTED && strcmp(backend, "z3") != 0)
    return solve(tree, trail, result, "z3");
  return answer;
}

enum path_answer path_decide(struct tree *tree, const struct path *path, struct result *result) {
  struct trail trail = {0};
  struct choices choices = tree->oracle.choices; /* of the step that the search is at */
  tree->oracle.choices = (struct choices){0};
  record(tree, path, &trail);
  vector_release(&tree->oracle.choices.list);
  tree->oracle.choices = choices;
  trail_follow(&trail, &tree->machine);
  enum path_answer answer =
      trail.contradicts ? PATH_IMPOSSIBLE : solve(tree, &trail, result, tree->oracle.backend);
  trail_release(&trail);
  return answer;
}
