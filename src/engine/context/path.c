/* The edges are followed twice. First as the search did, writing down which number every value was
 * taken to be that had to be one. Then with a symbol of its own for every arbitrary number, along
 * the same threads and numbers: that each value is its number is the constraint on the symbols, and
 * all of them are the verification condition. (The search itself uses symbols again that nothing
 * refers to any more and forgets what was assumed of them, so its facts are not the whole of it.)
 * With a model the program is executed for real. */
#include "engine/context/path.h"

#include "semantics/run.h"
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

/* The chooser of the first time: what the oracle says, written down. */
struct recorder {
  struct chooser chooser; /* first */
  struct chooser *real;
  struct ledger *ledger;
};

static uint64_t record_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct recorder *recorder = (struct recorder *)chooser;
  uint64_t bits = recorder->real->choose(recorder->real, width, edge);
  vector_push(&recorder->ledger->numbers, bits);
  return bits;
}

static bool record_settled(struct chooser *chooser, struct value value, unsigned width,
                           bool only_looks, uint64_t *bits) {
  struct recorder *recorder = (struct recorder *)chooser;
  return recorder->real->settle(recorder->real, value, width, only_looks, bits);
}

struct steps {
  VECTOR(uint32_t) threads;
};

static void record(struct tree *tree, const struct path *path, struct ledger *ledger,
                   struct steps *steps) {
  struct recorder recorder = {
      {record_choice, false, record_settled}, &tree->oracle.chooser, ledger};
  tree->machine.chooser = &recorder.chooser;
  tree->machine.ledger = ledger;
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
      vector_push(&steps->threads, edge.thread);
    }
  }
  tree->machine.chooser = &tree->oracle.chooser;
  tree->machine.ledger = NULL;
}

/* The second time. */
struct following {
  struct chooser chooser; /* first */
  struct ledger *ledger;
  struct state *state;
  struct value_context context;
  VECTOR(const struct term *) constraints;
  bool contradicts; /* the numbers are impossible, whatever the symbols are */
};

struct followed_ledger {
  struct ledger ledger; /* first: it is the ledger of the machine */
  struct following *following;
};

static bool meet(struct ledger *ledger, struct value value, unsigned width, uint64_t bits) {
  struct following *following = ((struct followed_ledger *)ledger)->following;
  struct terms *terms = following->context.terms;
  const struct term *term = value_to_term(&following->context, value, width);
  const struct term *constraint =
      term_apply(terms, OP_EQ, term, term_constant(terms, width, bits), NULL);
  if (term_is_false(constraint))
    following->contradicts = true;
  else if (!term_is_true(constraint))
    vector_push(&following->constraints, constraint);
  return !following->contradicts;
}

/* The path is over: nothing behind it matters. */
static void end_of_numbers(struct ledger *ledger, struct value value, unsigned width) {
  (void)ledger;
  (void)value;
  (void)width;
}

static uint64_t follow_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)width;
  (void)edge;
  struct ledger *ledger = ((struct following *)chooser)->ledger;
  return ledger->next < ledger->numbers.count ? ledger->numbers.items[ledger->next++] : 0;
}

static void follow(struct tree *tree, struct following *following, const struct steps *steps) {
  struct machine machine = {.program = tree->machine.program,
                            .domain = &domain_value,
                            .domain_context = &following->context,
                            .properties = tree->machine.properties,
                            .chooser = &following->chooser,
                            .ledger = following->ledger};
  enum outcome outcome = machine_start(&machine, &following->state);
  for (size_t i = 0; i < steps->threads.count && outcome == OUTCOME_STEPPED; i++) {
    following->context.running = steps->threads.items[i];
    struct thread *thread = state_thread(following->state, following->context.running);
    if (!thread || thread->finished)
      break;
    outcome = machine_step(&machine, following->state, thread);
  }
}

/* Executes the path with the inputs of the model. */
static enum path_answer execute(struct tree *tree, const struct following *following,
                                const struct steps *steps, struct solver *solver,
                                struct result *result) {
  schedule_release(&result->schedule);
  for (size_t i = 0; i < steps->threads.count; i++)
    schedule_add_step(&result->schedule, steps->threads.items[i]);
  for (size_t i = 0; i < following->context.choices.count; i++)
    schedule_add_choice(&result->schedule,
                        solver_term_value(solver, following->context.choices.items[i]));
  struct machine machine = {.program = tree->machine.program,
                            .domain = &domain_concrete,
                            .properties = tree->machine.properties};
  struct run_options options = {.replay = &result->schedule};
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  state_destroy(state);
  if (end == RUN_VIOLATION) {
    result->violation = machine.violation;
    return PATH_REAL;
  }
  schedule_release(&result->schedule);
  snprintf(result->reason, sizeof result->reason, "an error could not be confirmed");
  return PATH_UNDECIDED;
}

static enum path_answer solve(struct tree *tree, const struct following *following,
                              const struct steps *steps, struct result *result,
                              const char *backend) {
  struct solver *solver = solver_create(backend);
  solver_set_limits(solver, &tree->task->limits);
  for (size_t i = 0; i < following->constraints.count; i++)
    solver_assert(solver, following->constraints.items[i]);
  bool satisfiable = false;
  enum path_answer answer = PATH_UNDECIDED;
  enum status status = solver_check(solver, NULL, 0, &satisfiable);
  if (status != STATUS_OK)
    snprintf(result->reason, sizeof result->reason, "%s", solver_reason(solver));
  else if (!satisfiable)
    answer = PATH_IMPOSSIBLE;
  else
    answer = execute(tree, following, steps, solver, result);
  solver_destroy(solver);
  if (status == STATUS_UNSUPPORTED && strcmp(backend, "z3") != 0)
    return solve(tree, following, steps, result, "z3");
  return answer;
}

enum path_answer path_decide(struct tree *tree, const struct path *path, struct result *result) {
  struct following following = {.chooser = {follow_choice, false, NULL}};
  struct followed_ledger ledger = {.following = &following};
  struct steps steps = {0};
  struct choices choices = tree->oracle.choices; /* of the step that the search is at */
  tree->oracle.choices = (struct choices){0};
  record(tree, path, &ledger.ledger, &steps);
  vector_release(&tree->oracle.choices.list);
  tree->oracle.choices = choices;
  ledger.ledger.follows = true;
  ledger.ledger.meet = meet;
  ledger.ledger.end = end_of_numbers;
  following.ledger = &ledger.ledger;
  value_context_init(&following.context, &following.state);
  following.context.keeps_all = true;
  follow(tree, &following, &steps);
  enum path_answer answer = following.contradicts
                                ? PATH_IMPOSSIBLE
                                : solve(tree, &following, &steps, result, tree->oracle.backend);
  state_destroy(following.state);
  value_context_release(&following.context);
  vector_release(&ledger.ledger.numbers);
  vector_release(&following.constraints);
  vector_release(&steps.threads);
  return answer;
}
