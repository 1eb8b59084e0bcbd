/* Recording, following and executing a path. */
#include "engine/trail.h"

#include "semantics/run.h"
#include "solver/solver.h"

#include <stdio.h>

static uint64_t record_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct trail *trail = (struct trail *)chooser;
  uint64_t bits = trail->real->choose(trail->real, width, edge);
  vector_push(&trail->ledger.numbers, bits);
  return bits;
}

static bool record_settled(struct chooser *chooser, struct value value, unsigned width,
                           bool only_looks, uint64_t *bits) {
  struct trail *trail = (struct trail *)chooser;
  return trail->real->settle(trail->real, value, width, only_looks, bits);
}

void trail_begin_recording(struct trail *trail, struct machine *machine) {
  trail->chooser = (struct chooser){record_choice, false, record_settled};
  trail->real = machine->chooser;
  machine->chooser = &trail->chooser;
  machine->ledger = &trail->ledger;
}

void trail_end_recording(struct trail *trail, struct machine *machine) {
  machine->chooser = trail->real;
  machine->ledger = NULL;
}

static struct trail *of_ledger(struct ledger *ledger) {
  return (struct trail *)(void *)((char *)ledger - offsetof(struct trail, ledger));
}

static bool meet(struct ledger *ledger, struct value value, unsigned width, uint64_t bits) {
  struct trail *trail = of_ledger(ledger);
  struct terms *terms = trail->context.terms;
  const struct term *term = value_to_term(&trail->context, value, width);
  const struct term *constraint =
      term_apply(terms, OP_EQ, term, term_constant(terms, width, bits), NULL);
  if (term_is_false(constraint))
    trail->contradicts = true;
  else if (!term_is_true(constraint))
    vector_push(&trail->constraints, constraint);
  return !trail->contradicts;
}

static void end_of_numbers(struct ledger *ledger, struct value value, unsigned width) {
  struct trail *trail = of_ledger(ledger);
  vector_push(&trail->beyond, value_to_term(&trail->context, value, width));
}

static uint64_t follow_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)width;
  (void)edge;
  struct ledger *ledger = &((struct trail *)chooser)->ledger;
  return ledger->next < ledger->numbers.count ? ledger->numbers.items[ledger->next++] : 0;
}

void trail_follow(struct trail *trail, const struct machine *like) {
  trail->chooser = (struct chooser){follow_choice, false, NULL};
  trail->ledger.follows = true;
  trail->ledger.next = 0;
  trail->ledger.meet = meet;
  trail->ledger.end = end_of_numbers;
  value_context_init(&trail->context, &trail->state);
  trail->context.keeps_all = true;
  struct machine machine = {.program = like->program,
                            .domain = &domain_value,
                            .domain_context = &trail->context,
                            .properties = like->properties,
                            .chooser = &trail->chooser,
                            .ledger = &trail->ledger};
  enum outcome outcome = machine_start(&machine, &trail->state);
  for (size_t i = 0; i < trail->steps.count && outcome == OUTCOME_STEPPED; i++) {
    trail->context.running = trail->steps.items[i];
    struct thread *thread = state_thread(trail->state, trail->context.running);
    if (!thread || thread->finished)
      break;
    outcome = machine_step(&machine, trail->state, thread);
  }
}

bool trail_execute(const struct trail *trail, const struct machine *like, struct solver *solver,
                   struct result *result) {
  schedule_release(&result->schedule);
  for (size_t i = 0; i < trail->steps.count; i++)
    schedule_add_step(&result->schedule, trail->steps.items[i]);
  for (size_t i = 0; i < trail->context.choices.count; i++)
    schedule_add_choice(&result->schedule,
                        solver_term_value(solver, trail->context.choices.items[i]));
  struct machine machine = {
      .program = like->program, .domain = &domain_concrete, .properties = like->properties};
  struct run_options options = {.replay = &result->schedule};
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  state_destroy(state);
  if (end == RUN_VIOLATION) {
    result->violation = machine.violation;
    return true;
  }
  schedule_release(&result->schedule);
  snprintf(result->reason, sizeof result->reason, "an error could not be confirmed");
  return false;
}

void trail_release(struct trail *trail) {
  state_destroy(trail->state);
  value_context_release(&trail->context);
  vector_release(&trail->ledger.numbers);
  vector_release(&trail->steps);
  vector_release(&trail->constraints);
  vector_release(&trail->beyond);
}
