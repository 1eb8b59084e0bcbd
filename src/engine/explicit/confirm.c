/* The path to the candidate is executed twice more. First as the search did it, writing down which
 * number every value was taken to be that had to be one. Then with a symbol for every arbitrary
 * number, along the same threads and numbers: each number becomes a constraint on the symbols, and
 * all of them are the path formula. A model of it gives inputs, with which the program is executed
 * for real. If there is none, the symbols in the core of the refutation are what the search has to
 * keep. */
#include "engine/explicit/confirm.h"

#include "semantics/run.h"
#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

struct confirming {
  struct chooser chooser; /* first: of the symbolic execution */
  struct ledger ledger;   /* second: see `of_ledger` */
  struct threading *threading;
  const struct reach *reach;
  struct result *result;
  VECTOR(uint32_t) path;  /* numbers of states, the last first */
  VECTOR(uint32_t) steps; /* threads, in the order of their steps */
  struct state *state;
  struct value_context context;
  VECTOR(const struct term *) constraints;
  VECTOR(const struct edge *)
  needed;           /* sources of what had to be known behind the end of the path */
  bool contradicts; /* the numbers are impossible, whatever the symbols are */
};

/* The chooser of the first execution: the answers of the search, written down. */
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

static void script_of(struct confirming *confirming, uint32_t number) {
  const struct reach *reach = confirming->reach;
  struct answers *answers = &confirming->threading->answers;
  size_t end = number + 1 < reach->nodes.count ? reach->nodes.items[number + 1].first_answer
                                               : reach->answers.count;
  answers_begin(answers);
  for (size_t i = reach->nodes.items[number].first_answer; i < end; i++)
    vector_push(&answers->digits, (struct digit){reach->answers.items[i], UINT64_MAX});
}

static void record_steps(struct confirming *confirming, uint32_t from, uint32_t thread,
                         uint32_t steps) {
  struct threading *threading = confirming->threading;
  if (from != NO_STATE)
    store_load(threading->store, threading->state, from);
  for (uint32_t i = 0; i < steps; i++) {
    threading_step(threading, thread);
    vector_push(&confirming->steps, thread);
  }
}

/* As the search went there. The last step's answers are still in threading.answers. */
static void record(struct confirming *confirming) {
  struct threading *threading = confirming->threading;
  struct recorder recorder = {
      {record_choice, false, record_settled}, &threading->answers.chooser, &confirming->ledger};
  VECTOR(struct digit) last = {0};
  for (size_t i = 0; i < threading->answers.next; i++)
    vector_push(&last, threading->answers.digits.items[i]);
  threading->machine.chooser = &recorder.chooser;
  threading->machine.ledger = &confirming->ledger;
  uint32_t from = NO_STATE;
  for (size_t i = confirming->path.count; i-- > 0;) {
    uint32_t number = confirming->path.items[i];
    const struct reach_node *node = &confirming->reach->nodes.items[number];
    script_of(confirming, number);
    if (from == NO_STATE)
      threading_start(threading);
    else
      record_steps(confirming, from, node->thread, node->steps);
    from = number;
  }
  answers_begin(&threading->answers);
  for (size_t i = 0; i < last.count; i++)
    vector_push(&threading->answers.digits, (struct digit){last.items[i].value, UINT64_MAX});
  if (from == NO_STATE)
    threading_start(threading);
  else if (threading->error_thread != NO_THREAD)
    record_steps(confirming, from, threading->error_thread, threading->error_steps);
  threading->machine.chooser = &threading->answers.chooser;
  threading->machine.ledger = NULL;
  vector_release(&last);
}

static struct confirming *of_ledger(struct ledger *ledger) {
  return (struct confirming *)(void *)((char *)ledger - offsetof(struct confirming, ledger));
}

static bool meet(struct ledger *ledger, struct value value, unsigned width, uint64_t bits) {
  struct confirming *confirming = of_ledger(ledger);
  struct terms *terms = confirming->context.terms;
  const struct term *term = value_to_term(&confirming->context, value, width);
  const struct term *constraint =
      term_apply(terms, OP_EQ, term, term_constant(terms, width, bits), NULL);
  if (term_is_false(constraint))
    confirming->contradicts = true;
  else if (!term_is_true(constraint))
    vector_push(&confirming->constraints, constraint);
  return !confirming->contradicts;
}

static void need_source(const struct term *variable, void *context) {
  struct confirming *confirming = context;
  vector_push(&confirming->needed, confirming->context.symbols.items[variable->value].source);
}

static void end_of_numbers(struct ledger *ledger, struct value value, unsigned width) {
  struct confirming *confirming = of_ledger(ledger);
  value_variables(value_to_term(&confirming->context, value, width), need_source, confirming);
}

static uint64_t follow_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)width;
  (void)edge;
  struct ledger *ledger = &((struct confirming *)chooser)->ledger;
  return ledger->next < ledger->numbers.count ? ledger->numbers.items[ledger->next++] : 0;
}

/* The same steps with a symbol for everything arbitrary. */
static void follow(struct confirming *confirming) {
  struct threading *threading = confirming->threading;
  confirming->chooser = (struct chooser){follow_choice, false, NULL};
  confirming->ledger.follows = true;
  confirming->ledger.next = 0;
  confirming->ledger.meet = meet;
  confirming->ledger.end = end_of_numbers;
  value_context_init(&confirming->context, &confirming->state);
  confirming->context.keeps_all = true;
  struct machine machine = {.program = threading->machine.program,
                            .domain = &domain_value,
                            .domain_context = &confirming->context,
                            .properties = threading->machine.properties,
                            .chooser = &confirming->chooser,
                            .ledger = &confirming->ledger};
  enum outcome outcome = machine_start(&machine, &confirming->state);
  for (size_t i = 0; i < confirming->steps.count && outcome == OUTCOME_STEPPED; i++) {
    confirming->context.running = confirming->steps.items[i];
    struct thread *thread = state_thread(confirming->state, confirming->context.running);
    if (!thread || thread->finished)
      break;
    outcome = machine_step(&machine, confirming->state, thread);
  }
}

/* Keeps more symbols; false if all of them were kept already. */
static bool keep_sources(struct confirming *confirming) {
  struct map *precision = &confirming->threading->data->context.precision;
  size_t before = precision->count;
  for (size_t i = 0; i < confirming->needed.count; i++)
    map_set(precision, (uintptr_t)confirming->needed.items[i], 1);
  confirming->needed.count = 0;
  return precision->count > before;
}

static enum confirmation refine(struct confirming *confirming) {
  if (keep_sources(confirming))
    return CONFIRM_REFINED;
  /* What the refutation needs is kept already, but was lost on the way: keep all there is. */
  for (size_t i = 0; i < confirming->context.symbols.count; i++)
    vector_push(&confirming->needed, confirming->context.symbols.items[i].source);
  if (keep_sources(confirming))
    return CONFIRM_REFINED;
  snprintf(confirming->result->reason, sizeof confirming->result->reason,
           "an error that needs impossible values, which the search cannot tell apart");
  return CONFIRM_UNDECIDED;
}

/* Executes the path with the inputs of the model. */
static enum confirmation execute(struct confirming *confirming, struct solver *solver) {
  struct result *result = confirming->result;
  schedule_release(&result->schedule);
  for (size_t i = 0; i < confirming->steps.count; i++)
    schedule_add_step(&result->schedule, confirming->steps.items[i]);
  for (size_t i = 0; i < confirming->context.choices.count; i++)
    schedule_add_choice(&result->schedule,
                        solver_term_value(solver, confirming->context.choices.items[i]));
  struct machine machine = {.program = confirming->threading->machine.program,
                            .domain = &domain_concrete,
                            .properties = confirming->threading->machine.properties};
  struct run_options options = {.replay = &result->schedule};
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  state_destroy(state);
  if (end == RUN_VIOLATION) {
    result->violation = machine.violation;
    return CONFIRM_REAL;
  }
  schedule_release(&result->schedule);
  snprintf(result->reason, sizeof result->reason, "an error could not be confirmed");
  return CONFIRM_UNDECIDED;
}

static void need_core(struct confirming *confirming, const struct solver *solver,
                      const int *literals) {
  for (size_t i = 0; i < confirming->constraints.count; i++)
    if (solver_failed(solver, literals[i]))
      value_variables(confirming->constraints.items[i], need_source, confirming);
}

static enum confirmation solve_with(struct confirming *confirming, struct solver *solver) {
  VECTOR(int) literals = {0};
  for (size_t i = 0; i < confirming->constraints.count; i++)
    vector_push(&literals, solver_literal(solver, confirming->constraints.items[i]));
  bool satisfiable = false, is_unclear = confirming->needed.count > 0;
  enum status status = solver_check(solver, literals.items, literals.count, &satisfiable);
  enum confirmation confirmation = CONFIRM_UNDECIDED;
  if (status != STATUS_OK) {
    snprintf(confirming->result->reason, sizeof confirming->result->reason, "%s",
             solver_reason(solver));
  } else if (satisfiable) {
    confirmation = is_unclear ? refine(confirming) : execute(confirming, solver);
  } else {
    confirming->needed.count = 0;
    need_core(confirming, solver, literals.items);
    confirmation = refine(confirming);
  }
  vector_release(&literals);
  return confirmation;
}

static enum confirmation decide(struct confirming *confirming) {
  if (confirming->contradicts) {
    confirming->needed.count = 0;
    return refine(confirming);
  }
  const struct data *data = confirming->threading->data;
  struct solver *solver = solver_create(data->backend);
  solver_set_limits(solver, data->limits);
  enum confirmation confirmation = solve_with(confirming, solver);
  bool is_float = solver_status(solver) == STATUS_UNSUPPORTED && strcmp(data->backend, "z3") != 0;
  solver_destroy(solver);
  if (!is_float)
    return confirmation;
  solver = solver_create("z3");
  solver_set_limits(solver, data->limits);
  confirmation = solve_with(confirming, solver);
  solver_destroy(solver);
  return confirmation;
}

enum confirmation confirm_candidate(struct threading *threading, const struct reach *reach,
                                    struct result *result) {
  struct confirming confirming = {.threading = threading, .reach = reach, .result = result};
  for (uint32_t at = threading->error_from; at != NO_STATE; at = reach->nodes.items[at].parent)
    vector_push(&confirming.path, at);
  record(&confirming);
  follow(&confirming);
  enum confirmation confirmation = decide(&confirming);
  state_destroy(confirming.state);
  value_context_release(&confirming.context);
  vector_release(&confirming.ledger.numbers);
  vector_release(&confirming.path);
  vector_release(&confirming.steps);
  vector_release(&confirming.constraints);
  vector_release(&confirming.needed);
  return confirmation;
}
