/* SPDX-License-Identifier: Apache-2.0 */
/* Collects the results of engines and combines them. */
#include "engine/auto/judge.h"

#include "base/limits.h"
#include "base/text.h"
#include "engine/message.h"
#include "engine/reason.h"
#include "semantics/domain.h"
#include "semantics/run.h"

#include <stdio.h>
#include <string.h>

void judge_init(struct judge *judge, const struct task *task) {
  struct board *board = task->board ? board_create_like(task->board) : board_create(task->program);
  if (task->board)
    board_merge(board, task->board);
  *judge = (struct judge){.task = task,
                          .board = board,
                          .open = task->properties,
                          .open_under_sc = task->properties,
                          .uncovered = task->memory_model == MEMORY_RC11 ? task->properties : 0};
}

void judge_release(struct judge *judge) {
  for (size_t i = 0; i < judge->opinions.count; i++)
    result_release(&judge->opinions.items[i].result);
  vector_release(&judge->opinions);
  board_destroy(judge->board);
}

/* Replays the schedule. If it does not lead to the violation, the opinion becomes UNKNOWN. */
static bool happens_again(const struct judge *judge, struct opinion *opinion) {
  struct machine machine = {.program = judge->task->program,
                            .domain = &domain_concrete,
                            .properties = opinion->asked,
                            .known = judge->task->known,
                            .memory_model = judge->task->memory_model};
  struct run_options options = {.replay = &opinion->result.schedule, .limits = judge->task->limits};
  limits_drop_time(&options.limits); /* the schedule was found in time, and bounds the replay */
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  if (state)
    state_destroy(state);
  struct result *result = &opinion->result;
  if (end == RUN_VIOLATION && violation_is_same(&machine.violation, &result->violation)) {
    result->violation.site = machine.violation.site;
    return true;
  }
  result->verdict = VERDICT_UNKNOWN;
  if (end == RUN_LIMIT) {
    snprintf(result->reason, sizeof result->reason, "%s", machine.reason);
    return false;
  }
  snprintf(result->reason, sizeof result->reason, "its counterexample could not be confirmed");
  fprintf(stderr,
          "heddle: %s found a violation of '%s' that its replay does not confirm.\n"
          "heddle: this is a bug in heddle, please report it with the input files\n",
          opinion->engine, property_name(result->violation.property));
  return false;
}

/* Does a result under `model` cover only some executions of the task? */
static bool is_about_less(const struct judge *judge, enum memory_model model) {
  return model != judge->task->memory_model;
}

static void take_violation(struct judge *judge, const struct opinion *opinion) {
  const struct violation *violation = &opinion->result.violation;
  judge->violated |= PROPERTY_BIT(violation->property);
  property_set checked = opinion->asked & ~known_properties(judge->task->known);
  const char *refuted = board_violate(judge->board, &violation->site, opinion->engine, checked);
  if (refuted)
    judge->refuted = refuted;
}

void judge_hear(struct judge *judge, const char *engine, property_set asked,
                enum memory_model model, struct result *result) {
  struct opinion opinion = {.engine = engine, .asked = asked, .model = model, .result = *result};
  if (opinion.result.verdict == VERDICT_FALSE) {
    if (happens_again(judge, &opinion))
      take_violation(judge, &opinion);
  } else if (opinion.result.verdict == VERDICT_TRUE && is_about_less(judge, model)) {
    struct guarantee guarantee = {.properties = asked & ~known_properties(judge->task->known)};
    judge->open_under_sc &= ~asked;
    partial_result_add_guarantee(&opinion.result.partial, guarantee);
  } else if (!is_about_less(judge, model)) {
    property_set proven = opinion.result.verdict == VERDICT_TRUE ? asked : result->proven & asked;
    opinion.proves_more = (judge->open & proven) != 0;
    judge->open &= ~proven;
    judge->whole |= proven;
  }
  property_set before = judge->open;
  judge_note(judge, engine, model, &opinion.result);
  opinion.proves_more |= judge->open != before;
  vector_push(&judge->opinions, opinion);
}

/* A property of which every obligation is proven is proven, if the proofs assume only what is
 * checked as well, or proven, too. */
static void take_answers(struct judge *judge, const char *engine, struct board *board) {
  board_sign(board, engine);
  board_merge(judge->board, board);
  judge->open &= ~board_proven(judge->board, judge->task->properties);
}

void judge_note(struct judge *judge, const char *engine, enum memory_model model,
                struct result *result) {
  if (result->board && !is_about_less(judge, model))
    take_answers(judge, engine, result->board);
  for (size_t i = 0; i < result->partial.guarantee_count; i++)
    result->partial.guarantees[i].under_sc |= is_about_less(judge, model);
  partial_result_merge(&judge->partial, &result->partial);
  if (result->parts && !judge->parts)
    snprintf(judge->part_reason, sizeof judge->part_reason, "%s", result->reason);
  judge->parts |= result->parts;
}

property_set judge_undecided(const struct judge *judge, enum memory_model model) {
  property_set open =
      is_about_less(judge, model) ? judge->open & judge->open_under_sc : judge->open;
  return open & ~judge->violated;
}

static property_set undecided(const struct judge *judge) {
  return judge_undecided(judge, judge->task->memory_model);
}

static const property_set races = (property_set)1 << PROPERTY_RACE;

bool judge_has_only_races(const struct judge *judge) {
  return judge->violated == races && undecided(judge);
}

bool judge_is_sure(const struct judge *judge) {
  return !undecided(judge) || (judge->violated & ~races) || judge->parts;
}

/* The violation of the most important property. */
static const struct opinion *find_violation(const struct judge *judge) {
  const struct opinion *first = NULL;
  vector_each (opinion, &judge->opinions) {
    if (opinion->result.verdict == VERDICT_FALSE &&
        (!first || opinion->result.violation.property < first->result.violation.property))
      first = opinion;
  }
  return first;
}

/* Mentions a race that was held back until something more important was found. */
static void add_held_back(const struct judge *judge, struct result *result,
                          const struct opinion *told) {
  vector_each (opinion, &judge->opinions) {
    const struct violation *violation = &opinion->result.violation;
    if (opinion->result.verdict != VERDICT_FALSE || violation->property != PROPERTY_RACE ||
        told->result.violation.property == PROPERTY_RACE)
      continue;
    struct text line = {0};
    text_add(&line, "a data race");
    for (uint32_t j = 0; j < violation->site.count; j++) {
      text_add(&line, j ? " and " : violation->site.count > 1 ? " between " : " at ");
      program_print_position(&line, judge->task->program, violation->site.places[j]);
    }
    result->also = result_keep_text(result, text_get(&line));
    text_release(&line);
    return;
  }
}

static void add_opinion(struct text *out, const struct program *program,
                        const struct opinion *opinion) {
  text_format(out, "%s, asked for", opinion->engine);
  property_print_set(out, opinion->asked, " ", " ");
  text_add(out, ":\n");
  message_write(out, program, &opinion->result);
}

static bool assumes_valid(const struct opinion *opinion) {
  const struct engine *engine = engine_find(opinion->engine);
  return opinion->result.assumes_valid || (engine && engine->assumes_valid);
}

/* Does an engine prove what another one finds violated? Keeps both results as text. */
static bool finds_contradiction(const struct judge *judge, struct result *result) {
  for (size_t i = 0; i < judge->opinions.count; i++)
    for (size_t j = 0; j < judge->opinions.count; j++) {
      const struct opinion *proof = &judge->opinions.items[i], *error = &judge->opinions.items[j];
      if (proof->result.verdict != VERDICT_TRUE || error->result.verdict != VERDICT_FALSE ||
          assumes_valid(proof) || !property_in(error->result.violation.property, proof->asked) ||
          (is_about_less(judge, proof->model) && proof->model != error->model))
        continue;
      struct text both = {0};
      add_opinion(&both, judge->task->program, proof);
      add_opinion(&both, judge->task->program, error);
      result->contradiction = result_keep_text(result, text_get(&both));
      text_release(&both);
      snprintf(result->reason, sizeof result->reason, "%s proves '%s', but %s sees it violated",
               proof->engine, property_name(error->result.violation.property), error->engine);
      return true;
    }
  return false;
}

/* Does an engine prove a place that an execution violates? */
static bool finds_refuted(const struct judge *judge, struct result *result) {
  if (!judge->refuted)
    return false;
  struct text both = {0};
  text_format(&both, "%s proves the place\n", judge->refuted);
  vector_each (opinion, &judge->opinions) {
    if (opinion->result.verdict == VERDICT_FALSE)
      add_opinion(&both, judge->task->program, opinion);
  }
  result->contradiction = result_keep_text(result, text_get(&both));
  text_release(&both);
  snprintf(result->reason, sizeof result->reason, "%s proves a place that is seen violated",
           judge->refuted);
  return true;
}

/* Without the properties whose places are proven as long as nothing else that is open fails. */
static property_set proven_without_reservation(const struct judge *judge) {
  return judge->task->properties & (judge->whole | board_proven(judge->board, judge->whole));
}

static void take_statistics(struct result *result, const struct opinion *opinion) {
  for (size_t i = 0; i < opinion->result.statistic_count; i++) {
    const struct statistic *statistic = &opinion->result.statistics[i];
    result_add_statistic(result, result_keep_text(result, statistic->name), statistic->value);
  }
}

static void conclude_false(const struct judge *judge, struct result *result,
                           const struct opinion *opinion) {
  result->verdict = VERDICT_FALSE;
  result->engine = opinion->engine;
  result->violation = opinion->result.violation;
  result->violation.message = result_keep_text(result, opinion->result.violation.message);
  result->is_replayed = true;
  result->properties = opinion->asked;
  result->proven = proven_without_reservation(judge);
  schedule_copy(&result->schedule, &opinion->result.schedule);
  take_statistics(result, opinion);
  add_held_back(judge, result, opinion);
}

/* Names all engines that proved something; the statistics are those of the last one. */
static void conclude_true(const struct judge *judge, struct result *result) {
  struct text names = {0};
  const struct opinion *last = NULL;
  vector_each (opinion, &judge->opinions) {
    if (!opinion->proves_more)
      continue;
    text_format(&names, "%s%s", last ? "+" : "", opinion->engine);
    result->assumes_valid |= assumes_valid(opinion);
    last = opinion;
  }
  result->verdict = VERDICT_TRUE;
  if (last) {
    result->engine = result_keep_text(result, text_get(&names));
    take_statistics(result, last);
  }
  text_release(&names);
}

/* Only the latest opinion of an engine on an open property counts. */
static bool is_outdated(const struct judge *judge, size_t number) {
  const struct opinion *opinion = &judge->opinions.items[number];
  for (size_t i = number + 1; i < judge->opinions.count; i++)
    if (strcmp(judge->opinions.items[i].engine, opinion->engine) == 0 &&
        judge->opinions.items[i].model == opinion->model)
      return true;
  return opinion->result.verdict == VERDICT_TRUE || !(opinion->asked & judge->open);
}

/* It was not expected to answer everything. */
static bool answers_first(const struct opinion *opinion) {
  const struct engine *engine = engine_find(opinion->engine);
  return engine && engine->answers_first;
}

/* Reasons of the engines that left properties open; vague ones only if there are no others. */
struct reasons {
  VECTOR(const char *) list;
};

/* Is the reason a failure of the engine rather than of the program? */
static bool is_about_engine(const char *reason) {
  static const char *const starts[] = {"ended ", "its counterexample", "no process"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (strncmp(reason, starts[i], strlen(starts[i])) == 0)
      return true;
  return false;
}

static const char *name_engine(struct result *result, const struct opinion *opinion) {
  struct text text = {0};
  text_format(&text, "engine %s: %s", opinion->engine, opinion->result.reason);
  const char *named = result_keep_text(result, text_get(&text));
  text_release(&text);
  return named;
}

static void collect_reasons(struct reasons *reasons, const struct judge *judge,
                            struct result *result) {
  bool has_clear = false;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < judge->opinions.count; i++) {
      const struct opinion *opinion = &judge->opinions.items[i];
      const char *reason = opinion->result.reason;
      bool is_clear = !reason_is_vague(reason) && !answers_first(opinion);
      if (is_outdated(judge, i) || is_about_less(judge, opinion->model))
        continue;
      if (pass == 0)
        has_clear |= is_clear;
      else if (is_clear || !has_clear)
        vector_push(&reasons->list,
                    is_about_engine(reason) ? name_engine(result, opinion) : reason);
    }
}

/* The limit with which all reasons begin, or "". */
static const char *common_limit(const struct reasons *reasons) {
  static const char *const limits[] = {"interrupted", "time", "work", "memory"};
  for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
    bool is_common = reasons->list.count > 0;
    for (size_t i = 0; i < reasons->list.count; i++)
      is_common &= reason_begins_with_limit(reasons->list.items[i], limits[l]);
    if (is_common)
      return limits[l];
  }
  return "";
}

static void add_undecided(struct text *out, const struct judge *judge) {
  if (judge->open == judge->task->properties)
    return;
  text_format(out, "%snot decided:", out->length ? "; " : "");
  property_print_set(out, judge->open, " ", " and ");
}

/* Adds the properties that no engine decides under rc11, and whether sc is decided. */
static void add_model(struct text *out, const struct judge *judge) {
  if (judge->task->memory_model != MEMORY_RC11)
    return;
  if (judge->uncovered & judge->open) {
    text_format(out, "%sno engine decides", out->length ? "; " : "");
    property_print_set(out, judge->uncovered & judge->open, " ", " or ");
    text_add(out, " under rc11");
  }
  bool has_known = known_properties(judge->task->known) != 0; /* maybe of violations under sc */
  if (!(judge->open & judge->open_under_sc) && !has_known)
    text_format(out, "%sno violation under sc, not decided under rc11", out->length ? "; " : "");
}

/* Keeps the reasons of all engines, line by line. */
static void add_details(const struct judge *judge, struct result *result) {
  struct text details = {0};
  for (size_t i = 0; i < judge->opinions.count; i++) {
    const struct opinion *opinion = &judge->opinions.items[i];
    if (!is_outdated(judge, i))
      text_format(&details, "%s%s: %s\n", opinion->engine,
                  is_about_less(judge, opinion->model) ? " under sc" : "", opinion->result.reason);
  }
  result->details = result_keep_text(result, text_get(&details));
  text_release(&details);
}

static void conclude_unknown(const struct judge *judge, struct result *result) {
  struct text reason = {0};
  struct reasons reasons = {0};
  collect_reasons(&reasons, judge, result);
  const char *limit; /* it was reached before any engine that could decide started */
  if (!reasons.list.count && limits_check(&judge->task->limits, &limit))
    vector_push(&reasons.list, limit);
  reason_add_all(&reason, judge->task->program, common_limit(&reasons), reasons.list.items,
                 reasons.list.count);
  add_undecided(&reason, judge);
  add_model(&reason, judge);
  result->verdict = VERDICT_UNKNOWN;
  result->proven = proven_without_reservation(judge);
  result->partial = judge->partial;
  snprintf(result->reason, sizeof result->reason, "%s", text_get(&reason));
  add_details(judge, result);
  vector_release(&reasons.list);
  text_release(&reason);
}

void judge_report(const struct judge *judge, struct result *result) {
  *result = (struct result){.verdict = VERDICT_UNKNOWN,
                            .proven = proven_without_reservation(judge),
                            .partial = judge->partial,
                            .board = board_create_like(judge->board)};
  board_merge(result->board, judge->board);
  add_details(judge, result);
}

void judge_conclude(struct judge *judge, struct result *result) {
  const struct opinion *violation = find_violation(judge);
  if (finds_refuted(judge, result) || finds_contradiction(judge, result))
    result->verdict = VERDICT_UNKNOWN;
  else if (violation)
    conclude_false(judge, result, violation);
  else if (!judge->open)
    conclude_true(judge, result);
  else
    conclude_unknown(judge, result);
  if (result->verdict != VERDICT_UNKNOWN || !judge->parts) {
    result->board = judge->board;
    judge->board = NULL;
    return;
  }
  result->parts = judge->parts;
  result->proven = 0;
  snprintf(result->reason, sizeof result->reason, "%s", judge->part_reason);
}
