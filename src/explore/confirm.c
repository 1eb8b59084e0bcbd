/* SPDX-License-Identifier: Apache-2.0 */
/* Records, follows and executes a path. */
#include "explore/confirm.h"

#include "semantics/reuse.h"
#include "semantics/run.h"
#include "semantics/value_domain.h"
#include "solver/session.h"

#include <stdio.h>

struct follower {
  struct chooser
      chooser; /* first: of the execution that is recorded, then of the one that follows */
  struct value_log value_log; /* see of_value_log */
  struct listener listener;   /* records the numbers of the log; see record_number */
  struct chooser *real;       /* whose answers are recorded */
  struct reused_addresses reused;
  struct state *state;
  struct value_context context;
  VECTOR(const struct term *) constraints;
  VECTOR(const struct term *) open; /* values that had to be known after the end of the path */
  bool contradicts;                 /* the numbers are impossible, whatever the symbols are */
};

static uint64_t record_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct follower *follower = (struct follower *)chooser;
  uint64_t bits = follower->real->choose(follower->real, width, edge);
  vector_push(&follower->value_log.numbers, bits);
  return bits;
}

static void record_number(struct listener *listener, uint64_t bits) {
  struct follower *follower =
      (struct follower *)(void *)((char *)listener - offsetof(struct follower, listener));
  vector_push(&follower->value_log.numbers, bits);
}

static bool record_concretized(struct chooser *chooser, struct value value, unsigned width,
                               bool only_looks, uint64_t *bits) {
  struct follower *follower = (struct follower *)chooser;
  return follower->real->concretize(follower->real, value, width, only_looks, bits);
}

/* Takes the path once more as the search took it. */
static void record(struct follower *follower, struct explorer *explorer, const struct path *path) {
  struct machine *machine = &explorer->machine;
  struct answers kept = explorer->answers;
  explorer->answers.list.items = NULL;
  explorer->answers.list.count = explorer->answers.list.capacity = 0;
  follower->chooser = (struct chooser){record_choice, false, record_concretized};
  follower->real = machine->chooser;
  machine->chooser = &follower->chooser;
  follower->listener.number = record_number;
  machine_listen(machine, &follower->listener);
  follower->reused.asked = follower->real;
  machine->log.reused = &follower->reused;
  vector_each (item, &path->items) {
    explorer_repeat(explorer, item->move, path->answers.items + item->first_answer,
                    item->answer_count);
  }
  machine->chooser = follower->real;
  machine_unlisten(machine, &follower->listener);
  machine->log.reused = NULL;
  answers_release(&explorer->answers);
  explorer->answers = kept;
}

static struct follower *of_value_log(struct value_log *value_log) {
  return (struct follower *)(void *)((char *)value_log - offsetof(struct follower, value_log));
}

static bool meet(struct value_log *value_log, struct value value, unsigned width, uint64_t bits) {
  struct follower *follower = of_value_log(value_log);
  struct terms *terms = follower->context.terms;
  const struct term *term = value_to_term(&follower->context, value, width);
  const struct term *constraint =
      term_apply(terms, OP_EQ, term, term_constant(terms, width, bits), NULL);
  if (term_is_false(constraint))
    follower->contradicts = true;
  else if (!term_is_true(constraint))
    vector_push(&follower->constraints, constraint);
  return !follower->contradicts;
}

static void end_of_numbers(struct value_log *value_log, struct value value, unsigned width) {
  struct follower *follower = of_value_log(value_log);
  vector_push(&follower->open, value_to_term(&follower->context, value, width));
}

static uint64_t follow_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)width;
  (void)edge;
  struct value_log *value_log = &((struct follower *)chooser)->value_log;
  return value_log->next < value_log->numbers.count ? value_log->numbers.items[value_log->next++]
                                                    : 0;
}

static enum outcome follow_move(struct follower *follower, struct machine *machine,
                                struct move move) {
  enum outcome outcome = OUTCOME_STEPPED;
  for (uint32_t i = 0; i < move.steps && outcome == OUTCOME_STEPPED; i++) {
    struct thread *thread = state_thread(follower->state, move.thread);
    if (!thread || thread->finished)
      return OUTCOME_PRUNED;
    follower->context.running = move.thread;
    outcome = machine_step(machine, follower->state, thread);
  }
  return outcome;
}

/* Fills in what the path takes: constraints, open, contradicts. */
static void follow(struct follower *follower, const struct machine *like, const struct path *path) {
  follower->chooser = (struct chooser){follow_choice, false, NULL};
  follower->value_log.next = 0;
  follower->value_log.meet = meet;
  follower->value_log.end = end_of_numbers;
  follower->reused.follows = true;
  value_context_init(&follower->context, &follower->state);
  follower->context.keeps_all = true;
  struct machine machine = {.program = like->program,
                            .domain = &domain_value,
                            .domain_context = &follower->context,
                            .properties = like->properties,
                            .known = like->known,
                            .stale_parts = like->stale_parts,
                            .chooser = &follower->chooser,
                            .log = {&follower->value_log, &follower->reused},
                            .symbolic = {.opens_sizes = like->symbolic.opens_sizes,
                                         .open_writes = like->symbolic.open_writes}};
  enum outcome outcome = machine_start(&machine, &follower->state);
  for (size_t i = 0; i < path->items.count && outcome == OUTCOME_STEPPED; i++)
    outcome = follow_move(follower, &machine, path->items.items[i].move);
}

struct search_for_sources {
  const struct follower *follower;
  struct confirmation *confirmation;
};

static void need_source(const struct term *variable, void *context) {
  const struct search_for_sources *search = context;
  vector_push(&search->confirmation->needed,
              search->follower->context.symbols.items[variable->value].source);
}

static void need_sources(struct confirmation *confirmation, const struct follower *follower,
                         const struct term *term) {
  struct search_for_sources search = {follower, confirmation};
  value_variables(term, need_source, &search);
}

static enum confirm_answer undecided(struct confirmation *confirmation, const char *reason) {
  snprintf(confirmation->reason, sizeof confirmation->reason, "%s", reason);
  return CONFIRM_UNDECIDED;
}

/* Executes the path on numbers, with the inputs of the model. */
static enum confirm_answer execute(struct confirmation *confirmation,
                                   const struct follower *follower, const struct machine *like,
                                   const struct path *path, struct session *session) {
  struct schedule asked = {0}, *schedule = confirmation->schedule;
  schedule_release(schedule);
  for (size_t i = 0; i < path->items.count; i++)
    for (uint32_t j = 0; j < path->items.items[i].move.steps; j++)
      schedule_add_step(&asked, path->items.items[i].move.thread);
  for (size_t i = 0; i < follower->context.choices.count; i++)
    schedule_add_choice(&asked, session_value(session, follower->context.choices.items[i]));
  struct reused_addresses reused = follower->reused; /* the list stays the follower's */
  reused.next = 0;
  reused.answers = schedule;
  struct machine machine = {.program = like->program,
                            .domain = &domain_concrete,
                            .properties = like->properties,
                            .known = like->known,
                            .stale_parts = like->stale_parts,
                            .log = {.reused = &reused}};
  struct run_options options = {.replay = &asked, .record = schedule};
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  state_destroy(state);
  schedule_release(&asked);
  if (end == RUN_VIOLATION) {
    confirmation->violation = machine.violation;
    return CONFIRM_REAL;
  }
  schedule_release(schedule);
  return undecided(confirmation, CONFIRM_FAILED);
}

static enum confirm_answer solve(struct confirmation *confirmation, const struct follower *follower,
                                 const struct machine *like, const struct path *path,
                                 struct session *session) {
  bool satisfiable = false;
  session_ask(session);
  session_assume(session, follower->constraints.items, follower->constraints.count);
  if (session_check(session, &satisfiable) != STATUS_OK)
    return undecided(confirmation, session_reason(session));
  if (!satisfiable) {
    for (size_t i = 0; i < follower->constraints.count; i++)
      if (session_core_has(session, follower->constraints.items[i]))
        need_sources(confirmation, follower, follower->constraints.items[i]);
    return CONFIRM_INFEASIBLE;
  }
  if (!confirmation->asks_open || !follower->open.count)
    return execute(confirmation, follower, like, path, session);
  for (size_t i = 0; i < follower->open.count; i++)
    need_sources(confirmation, follower, follower->open.items[i]);
  return CONFIRM_OPEN;
}

enum confirm_answer confirm_path(struct confirmation *confirmation, struct explorer *explorer,
                                 const struct path *path) {
  struct follower follower = {0};
  struct session session;
  enum confirm_answer answer = CONFIRM_INFEASIBLE;
  session_init(&session, confirmation->backend, confirmation->limits, UINT64_MAX);
  record(&follower, explorer, path);
  follow(&follower, &explorer->machine, path);
  for (size_t i = 0; i < follower.context.symbols.count; i++)
    vector_push(&confirmation->sources, follower.context.symbols.items[i].source);
  if (!follower.contradicts)
    answer = solve(confirmation, &follower, &explorer->machine, path, &session);
  const char *limit; /* where one ends a step, the path is another one */
  if (answer != CONFIRM_REAL && limits_check(confirmation->limits, &limit) != STATUS_OK)
    answer = undecided(confirmation, limit);
  session_release(&session);
  state_destroy(follower.state);
  value_context_release(&follower.context);
  vector_release(&follower.value_log.numbers);
  vector_release(&follower.reused.list);
  vector_release(&follower.constraints);
  vector_release(&follower.open);
  return answer;
}

void confirmation_release(struct confirmation *confirmation) {
  vector_release(&confirmation->needed);
  vector_release(&confirmation->sources);
}
