/* SPDX-License-Identifier: Apache-2.0 */
/* The back end `z3`. A literal is a Boolean constant that is asserted to equal its term, so that
 * assumptions and clauses are over constants only, as Z3 wants them.
 *
 * The solver is Z3's incremental one for bit-vectors. Floats are turned into bit-vectors by Z3's
 * own tactic before they get there, operator by operator, which was measured to be faster than the
 * general solver with its theory of floats. Z3 cannot be asked to look at a flag or at our
 * limits, so during a check a second thread does and interrupts it. */
#include "base/limits.h"
#include "base/memory.h"
#include "base/vector.h"
#include "solver/backend.h"
#include "solver/smt_translate.h"
#include "term/term.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct smt {
  struct backend base;
  Z3_context context;
  struct smt_pool pool; /* of the context */
  Z3_solver solver;
  Z3_model model; /* NULL if the last check was not satisfiable */
  struct smt_translator *translator;
  VECTOR(Z3_ast) constants; /* that of literal i at i - 1 */
  VECTOR(int) literals;     /* by the terms' numbers; 0: none yet */
  VECTOR(Z3_ast) scratch;
  VECTOR(int) sorted;
  unsigned steps; /* so far, as Z3 counts them */
  Z3_tactic without_floats;
};

/* Errors are looked at where they can happen; Z3 would otherwise end the process. */
static void note_error(Z3_context context, Z3_error_code code) {
  (void)context;
  (void)code;
}

/* With the most steps of a check as Z3 counts them; 0: any number. */
static void set_parameters(struct smt *smt, unsigned most_steps) {
  Z3_params params = Z3_mk_params(smt->context);
  Z3_params_inc_ref(smt->context, params);
  /* The interrupt signal belongs to the command. */
  Z3_params_set_bool(smt->context, params, Z3_mk_string_symbol(smt->context, "ctrl_c"), false);
  Z3_params_set_uint(smt->context, params, Z3_mk_string_symbol(smt->context, "rlimit"), most_steps);
  Z3_solver_set_params(smt->context, smt->solver, params);
  Z3_params_dec_ref(smt->context, params);
}

static void use_solver(struct smt *smt, Z3_solver solver) {
  Z3_solver_inc_ref(smt->context, solver);
  smt->solver = solver;
  set_parameters(smt, 0);
}

/* Simplification is needed: without it the conversion fails on subtraction. */
static Z3_tactic create_tactic(Z3_context context) {
  Z3_tactic simplify = Z3_mk_tactic(context, "simplify");
  Z3_tactic_inc_ref(context, simplify);
  Z3_tactic convert = Z3_mk_tactic(context, "fpa2bv");
  Z3_tactic_inc_ref(context, convert);
  Z3_tactic both = Z3_tactic_and_then(context, simplify, convert);
  Z3_tactic_inc_ref(context, both);
  Z3_tactic_dec_ref(context, simplify);
  Z3_tactic_dec_ref(context, convert);
  return both;
}

static struct backend *create(void) {
  struct smt *smt = memory_allocate_zeroed(sizeof *smt);
  smt->base.ops = &backend_z3;
  /* What Z3 leaves unspecified would become functions, which the solver for bit-vectors does not
   * know. No value depends on it. It can be set for the process only. */
  Z3_global_param_set("rewriter.hi_fp_unspecified", "true");
  Z3_config config = Z3_mk_config();
  smt->context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  smt->pool.z3 = smt->context;
  Z3_set_error_handler(smt->context, note_error);
  use_solver(smt, Z3_mk_solver_for_logic(smt->context, Z3_mk_string_symbol(smt->context, "QF_BV")));
  smt->translator = smt_translator_create(&smt->pool);
  smt->without_floats = create_tactic(smt->context);
  return &smt->base;
}

static void drop_model(struct smt *smt) {
  if (smt->model)
    Z3_model_dec_ref(smt->context, smt->model);
  smt->model = NULL;
}

static void destroy(struct backend *backend) {
  struct smt *smt = (struct smt *)backend;
  drop_model(smt);
  Z3_solver_dec_ref(smt->context, smt->solver);
  Z3_tactic_dec_ref(smt->context, smt->without_floats);
  smt_translator_destroy(smt->translator);
  smt_pool_release(&smt->pool);
  Z3_del_context(smt->context);
  vector_release(&smt->constants);
  vector_release(&smt->literals);
  vector_release(&smt->scratch);
  vector_release(&smt->sorted);
  memory_release(smt);
}

/* Asserts an expression with floats in it as one over bit-vectors only. */
static void assert_floats(struct smt *smt, Z3_ast expression) {
  Z3_context context = smt->context;
  Z3_goal goal = Z3_mk_goal(context, true, false, false);
  Z3_goal_inc_ref(context, goal);
  Z3_goal_assert(context, goal, expression);
  Z3_apply_result result = Z3_tactic_apply(context, smt->without_floats, goal);
  assert(result);
  Z3_apply_result_inc_ref(context, result);
  for (unsigned i = 0; i < Z3_apply_result_get_num_subgoals(context, result); i++) {
    Z3_goal part = Z3_apply_result_get_subgoal(context, result, i);
    for (unsigned j = 0; j < Z3_goal_size(context, part); j++)
      Z3_solver_assert(context, smt->solver, Z3_goal_formula(context, part, j));
  }
  Z3_apply_result_dec_ref(context, result);
  Z3_goal_dec_ref(context, goal);
}

static int add_constant(struct smt *smt, Z3_ast constant) {
  vector_push(&smt->constants, constant);
  smt->base.statistics.variables++;
  return (int)smt->constants.count;
}

static int fresh_literal(struct smt *smt) {
  Z3_sort boolean = Z3_mk_bool_sort(smt->context);
  return add_constant(smt, smt_keep(&smt->pool, Z3_mk_fresh_const(smt->context, "l", boolean)));
}

static int define_literal(struct smt *smt, const struct term *term, Z3_ast expression) {
  if (term->kind == TERM_VARIABLE)
    return add_constant(smt, expression);
  int result = fresh_literal(smt);
  Z3_ast equal = Z3_mk_iff(smt->context, vector_last(&smt->constants), expression);
  Z3_solver_assert(smt->context, smt->solver, equal);
  return result;
}

static enum status literal(struct backend *backend, const struct term *term, int *result) {
  struct smt *smt = (struct smt *)backend;
  bool negated = false;
  if (!term) {
    *result = fresh_literal(smt);
    return STATUS_OK;
  }
  for (; term->kind == TERM_APPLY && term->op == OP_NOT; term = term->operands[0])
    negated = !negated;
  while (smt->literals.count <= term->id)
    vector_push(&smt->literals, 0);
  int *known = &smt->literals.items[term->id];
  if (!*known) {
    Z3_ast expression = smt_translate(smt->translator, term), definition;
    while ((definition = smt_next_definition(smt->translator)))
      assert_floats(smt, definition);
    if (!expression) {
      snprintf(backend->reason, sizeof backend->reason, "floating point (%s) in solver z3",
               operator_text(smt_unsupported(smt->translator)));
      return STATUS_UNSUPPORTED;
    }
    *known = define_literal(smt, term, expression);
  }
  *result = negated ? -*known : *known;
  backend->statistics.nodes = smt_translator_count(smt->translator);
  return STATUS_OK;
}

/* The expressions of the literals, in `scratch`. */
static void collect_literals(struct smt *smt, const int *literals, size_t count) {
  smt->scratch.count = 0;
  for (size_t i = 0; i < count; i++) {
    assert(literals[i]);
    Z3_ast constant = smt->constants.items[(literals[i] < 0 ? -literals[i] : literals[i]) - 1];
    if (literals[i] < 0)
      constant = Z3_mk_not(smt->context, constant);
    Z3_inc_ref(smt->context, constant);
    vector_push(&smt->scratch, constant);
  }
}

static void release_collected(struct smt *smt) {
  for (size_t i = 0; i < smt->scratch.count; i++)
    Z3_dec_ref(smt->context, smt->scratch.items[i]);
  smt->scratch.count = 0;
}

static void add_clause(struct backend *backend, const int *literals, size_t count) {
  struct smt *smt = (struct smt *)backend;
  collect_literals(smt, literals, count);
  Z3_ast clause = Z3_mk_or(smt->context, (unsigned)count, smt->scratch.items);
  Z3_solver_assert(smt->context, smt->solver, clause);
  release_collected(smt);
  backend->statistics.clauses++;
}

/* The thread that watches the limits during a check. */
struct watch {
  Z3_context context;
  Z3_solver solver;
  const struct limits *limits;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t ended;
  bool is_over;
  enum status stopped;
  const char *reason;
};

static void *run_watch(void *context) {
  enum { NANOSECONDS_BETWEEN_LOOKS = 10000000, NANOSECONDS = 1000000000 };
  struct watch *watch = context;
  pthread_mutex_lock(&watch->mutex);
  while (!watch->is_over) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NANOSECONDS_BETWEEN_LOOKS;
    until.tv_sec += until.tv_nsec / NANOSECONDS;
    until.tv_nsec %= NANOSECONDS;
    pthread_cond_timedwait(&watch->ended, &watch->mutex, &until);
    if (watch->stopped == STATUS_OK)
      watch->stopped = limits_check(watch->limits, &watch->reason);
    if (watch->stopped != STATUS_OK && !watch->is_over)
      Z3_solver_interrupt(watch->context, watch->solver);
  }
  pthread_mutex_unlock(&watch->mutex);
  return NULL;
}

static void begin_watch(struct watch *watch) {
  pthread_mutex_init(&watch->mutex, NULL);
  pthread_cond_init(&watch->ended, NULL);
  sigset_t all, before; /* signals are for the thread that was there first */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&watch->thread, NULL, run_watch, watch);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  assert(!error);
}

static void end_watch(struct watch *watch) {
  pthread_mutex_lock(&watch->mutex);
  watch->is_over = true;
  pthread_cond_signal(&watch->ended);
  pthread_mutex_unlock(&watch->mutex);
  pthread_join(watch->thread, NULL);
  pthread_cond_destroy(&watch->ended);
  pthread_mutex_destroy(&watch->mutex);
}

enum { Z3_STEPS_OF_WORK = 4 };

/* Z3 counts its own steps and ends after so many. */
static void limit_work(struct smt *smt, const struct limits *limits) {
  const struct work *work = limits->work;
  if (!work || !work->most)
    return;
  unsigned long long most = (work->most - work->done) * Z3_STEPS_OF_WORK;
  set_parameters(smt, most < UINT_MAX ? (unsigned)most : UINT_MAX);
}

/* How many conflicts, under whichever name the solver in use counts them, and how much work. */
static void take_statistics(struct smt *smt, const struct limits *limits) {
  unsigned steps = smt->steps;
  Z3_stats stats = Z3_solver_get_statistics(smt->context, smt->solver);
  Z3_stats_inc_ref(smt->context, stats);
  for (unsigned i = 0; i < Z3_stats_size(smt->context, stats); i++) {
    const char *key = Z3_stats_get_key(smt->context, stats, i);
    if (Z3_stats_is_uint(smt->context, stats, i) &&
        (!strcmp(key, "conflicts") || !strcmp(key, "sat conflicts")))
      smt->base.statistics.conflicts = Z3_stats_get_uint_value(smt->context, stats, i);
    if (Z3_stats_is_uint(smt->context, stats, i) && !strcmp(key, "rlimit count"))
      smt->steps = Z3_stats_get_uint_value(smt->context, stats, i);
  }
  Z3_stats_dec_ref(smt->context, stats);
  limits_spend(limits, (smt->steps - steps) / Z3_STEPS_OF_WORK);
}

static void take_core(struct smt *smt, const int *assumptions, size_t count) {
  Z3_ast_vector core = Z3_solver_get_unsat_core(smt->context, smt->solver);
  Z3_ast_vector_inc_ref(smt->context, core);
  for (unsigned i = 0; i < Z3_ast_vector_size(smt->context, core); i++) {
    Z3_ast used = Z3_ast_vector_get(smt->context, core, i);
    for (size_t j = 0; j < count; j++)
      if (smt->scratch.items[j] == used)
        vector_push(&smt->base.failed, assumptions[j]);
  }
  Z3_ast_vector_dec_ref(smt->context, core);
}

static int compare_variables(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x < 0 ? -x : x) - (y < 0 ? -y : y);
}

/* Z3 gives an empty core if two assumptions contradict each other. */
static bool has_contradiction(struct smt *smt, const int *assumptions, size_t count) {
  smt->sorted.count = 0;
  for (size_t i = 0; i < count; i++)
    vector_push(&smt->sorted, assumptions[i]);
  if (count)
    qsort(smt->sorted.items, count, sizeof *assumptions, compare_variables);
  for (size_t i = 1; i < count; i++) {
    if (smt->sorted.items[i] != -smt->sorted.items[i - 1])
      continue;
    vector_push(&smt->base.failed, smt->sorted.items[i - 1]);
    vector_push(&smt->base.failed, smt->sorted.items[i]);
    return true;
  }
  return false;
}

static enum status end_with(struct smt *smt, enum status status, const char *reason) {
  snprintf(smt->base.reason, sizeof smt->base.reason, "%s", reason);
  return status;
}

static enum status check(struct backend *backend, const struct limits *limits,
                         const int *assumptions, size_t count, bool *satisfiable) {
  struct smt *smt = (struct smt *)backend;
  struct watch watch = {.context = smt->context, .solver = smt->solver, .limits = limits};
  drop_model(smt);
  if (limits && (watch.stopped = limits_check(limits, &watch.reason)) != STATUS_OK)
    return end_with(smt, watch.stopped, watch.reason);
  *satisfiable = false;
  if (has_contradiction(smt, assumptions, count))
    return STATUS_OK;
  collect_literals(smt, assumptions, count);
  if (limits) {
    limit_work(smt, limits);
    begin_watch(&watch);
  }
  Z3_lbool answer =
      Z3_solver_check_assumptions(smt->context, smt->solver, (unsigned)count, smt->scratch.items);
  if (limits)
    end_watch(&watch);
  take_statistics(smt, limits);
  if (answer == Z3_L_UNDEF && limits && watch.stopped == STATUS_OK)
    watch.stopped = limits_check(limits, &watch.reason);
  enum status status = STATUS_OK;
  if (answer == Z3_L_UNDEF && watch.stopped != STATUS_OK)
    status = end_with(smt, watch.stopped, watch.reason);
  else if (answer == Z3_L_UNDEF)
    status = end_with(smt, STATUS_LIMIT, Z3_solver_get_reason_unknown(smt->context, smt->solver));
  *satisfiable = answer == Z3_L_TRUE;
  if (answer == Z3_L_TRUE) {
    smt->model = Z3_solver_get_model(smt->context, smt->solver);
    Z3_model_inc_ref(smt->context, smt->model);
  } else if (answer == Z3_L_FALSE) {
    take_core(smt, assumptions, count);
  }
  release_collected(smt);
  return status;
}

/* What the model says of a constant, or NULL. */
static Z3_ast interpretation(const struct smt *smt, Z3_ast constant) {
  Z3_func_decl declaration = Z3_get_app_decl(smt->context, Z3_to_app(smt->context, constant));
  return Z3_model_get_const_interp(smt->context, smt->model, declaration);
}

static bool value(const struct backend *backend, int literal) {
  const struct smt *smt = (const struct smt *)backend;
  size_t index = (size_t)(literal < 0 ? -literal : literal) - 1;
  Z3_ast found = interpretation(smt, smt->constants.items[index]);
  bool is_true = found && Z3_get_bool_value(smt->context, found) == Z3_L_TRUE;
  return is_true == (literal > 0);
}

static uint64_t variable(const struct backend *backend, const struct term *term) {
  const struct smt *smt = (const struct smt *)backend;
  Z3_ast constant = smt_translated(smt->translator, term);
  Z3_ast found = constant ? interpretation(smt, constant) : NULL;
  uint64_t bits = 0;
  if (!found)
    return 0;
  if (term->width == 1)
    return Z3_get_bool_value(smt->context, found) == Z3_L_TRUE;
  bool is_number = Z3_get_numeral_uint64(smt->context, found, &bits);
  assert(is_number);
  return bits;
}

const struct backend_ops backend_z3 = {
    .name = "z3",
    .create = create,
    .destroy = destroy,
    .literal = literal,
    .add_clause = add_clause,
    .check = check,
    .value = value,
    .variable = variable,
};
