/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a table, or a sentence for each partial result, the most valuable first. */
#include "cli/unknown.h"

#include "base/text.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/say.h"
#include "engine/engine.h"
#include "engine/reason.h"
#include "report/overview.h"
#include "report/places_page.h"

#include <string.h>

static const double first_wait = 10; /* seconds */
static const double between_words = 1;
enum { PAGE_WIDTH = 88 }; /* fits on a narrow page, too */

/* Only for the documents if there is a table. */
static void say_sentence(const struct input *input, const struct options *options, const char *id,
                         struct text *sentence) {
  if (!unknown_has_table(input, options))
    say_note(input->account, options, NOTE_REMARK, id, "%s", text_get(sentence));
  else if (input->account)
    account_add_note(input->account, NOTE_REMARK, id, text_get(sentence));
  text_release(sentence);
}

bool unknown_has_table(const struct input *input, const struct options *options) {
  enum diagnostics_format format;
  return !options->quiet && !options_find_format(options, &format) && !input->follows_svcomp;
}

static bool is_one(property_set set) { return (set & (set - 1)) == 0; }

/* Did a limit end the search, so that a smaller question may be decided? */
static bool ended_by_limit(const char *reason) {
  static const char *const limits[] = {"time", "work", "memory", "interrupted"};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    if (reason_begins_with_limit(reason, limits[i]))
      return true;
  return false;
}

/* The first of which a place is left, if there is one. */
static enum property first_left(const struct board *board, property_set open) {
  for (unsigned i = 0; board && i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, open) &&
        board_count(board, PROPERTY_BIT(i), BOARD_OPEN) > board_count(board, 0, BOARD_OPEN))
      return (enum property)i;
  return (enum property)__builtin_ctz(open);
}

static void advise(const struct input *input, const struct options *options,
                   const struct result *result) {
  property_set open = input->properties & ~result->proven;
  const struct hot_spot *spot = &result->partial.spot;
  struct text advice = {0};
  if (!ended_by_limit(result->reason))
    return;
  text_add(&advice, "To decide more, try ");
  if (spot->ways && spot->kind == SPOT_LOOP) {
    text_add(&advice, "fewer iterations of the loop at ");
    program_print_position(&advice, input->program, spot->at);
    text_add(&advice, ", ");
  } else if (spot->ways && spot->kind == SPOT_VARIABLE) {
    text_format(&advice, "fewer values of %s, ", input->program->objects[spot->object].name);
  }
  text_add(&advice, "fewer threads and items");
  if (!is_one(open))
    text_format(&advice, ", one property at a time (--property %s)",
                property_name(first_left(result->board, open)));
  if (strcmp(options->source.entry, "main") == 0)
    text_add(&advice, ", a part of the program (--entry FUNCTION)");
  if (input->memory_model == MEMORY_SC)
    text_add(&advice, ", or executions up to a bound (--engine lazy --contexts 3 --unwind 2)");
  text_add(&advice, ".");
  say_note(input->account, options, NOTE_REMARK, "advice", "%s", text_get(&advice));
  text_release(&advice);
}

static struct overview overview_of(const struct input *input, const struct engine *engine,
                                   const struct result *result) {
  return (struct overview){.program = input->program,
                           .asked = input->properties,
                           .proven =
                               result->verdict == VERDICT_TRUE ? input->properties : result->proven,
                           .board = result->board,
                           .partial = &result->partial,
                           .engine = result->engine ? result->engine : engine->name,
                           .reason = result->reason,
                           .details = engine == &engine_auto ? result->details : NULL,
                           .width = say_width(stdout)};
}

bool unknown_write_page(const struct input *input, const struct options *options,
                        const struct engine *engine, const struct result *result) {
  struct overview overview = overview_of(input, engine, result);
  struct text verdict = {0};
  if (!options->files.html || !result->board)
    return true;
  overview.width = PAGE_WIDTH;
  text_add(&verdict, result->verdict == VERDICT_TRUE ? "TRUE" : "UNKNOWN(");
  if (result->verdict != VERDICT_TRUE) {
    overview_print_open(&verdict, overview.asked, overview.proven);
    text_add(&verdict, ")");
  }
  bool fine = places_page_write(options->files.html, &overview, text_get(&verdict));
  text_release(&verdict);
  return fine;
}

void unknown_print_table(const struct input *input, const struct engine *engine,
                         const struct result *result) {
  struct text table = {0};
  struct overview overview = overview_of(input, engine, result);
  overview_print(&table, &overview);
  fputs(text_get(&table), stdout);
  text_release(&table);
}

/* What is said if the process is ended before the search concludes. */
static void prepare_words(const struct input *input, const struct engine *engine,
                          const struct result *result) {
  static const char *const reasons[] = {"time", "interrupted"};
  enum { REASONS = sizeof reasons / sizeof *reasons };
  static struct text sets[2][REASONS]; /* one is in use */
  static size_t next;
  struct text *words = sets[next];
  struct overview overview = overview_of(input, engine, result);
  overview.details = NULL;
  for (size_t i = 0; i < REASONS; i++) {
    text_release(&words[i]);
    overview.reason = reasons[i];
    overview_print(&words[i], &overview);
    text_add(&words[i], "UNKNOWN(");
    overview_print_open(&words[i], overview.asked, overview.proven);
    text_add(&words[i], ")\n");
  }
  if (interrupt_guard_search(text_get(&words[0]), text_get(&words[1])))
    next = !next;
}

static void print_on_the_way(struct table_listener *listener, const struct result *result,
                             double now) {
  uint32_t answered =
      result->board ? board_count(result->board, listener->input->properties, BOARD_PROVEN) : 0;
  if (answered != listener->answered)
    listener->next = now + listener->wait;
  listener->answered = answered;
  if (now < listener->next)
    return;
  listener->wait *= 2;
  listener->next = now + listener->wait;
  printf("After %.0f s, and the search goes on:\n", now - listener->input->limits.start);
  unknown_print_table(listener->input, listener->engine, result);
  putchar('\n');
  fflush(stdout);
}

static void hear(struct partial_result_listener *heard, const struct result *result) {
  struct table_listener *listener = (struct table_listener *)heard;
  double now = clock_seconds();
  if (now >= listener->next_words) {
    prepare_words(listener->input, listener->engine, result);
    listener->next_words = now + between_words;
  }
  if (listener->is_shown)
    print_on_the_way(listener, result, now);
}

void unknown_listen(struct table_listener *listener, const struct input *input,
                    const struct engine *engine, bool is_shown) {
  struct result nothing = {.verdict = VERDICT_UNKNOWN};
  *listener = (struct table_listener){.listener = {hear},
                                      .input = input,
                                      .engine = engine,
                                      .is_shown = is_shown,
                                      .next = clock_seconds() + first_wait,
                                      .wait = first_wait};
  prepare_words(input, engine, &nothing);
}

void unknown_explain(const struct input *input, const struct options *options,
                     const struct engine *engine, const struct result *result) {
  const struct partial_result *partial = &result->partial;
  property_set open = input->properties & ~result->proven;
  struct text sentence = {0};
  for (size_t i = 0; i < partial->guarantee_count; i++) {
    if (!(partial->guarantees[i].properties & open))
      continue;
    partial_result_print_guarantee(&sentence, &partial->guarantees[i], open);
    say_sentence(input, options, "guarantee", &sentence);
  }
  if (partial->executions) {
    partial_result_print_executions(&sentence, partial);
    say_sentence(input, options, "random-executions", &sentence);
  }
  if (partial->spot.ways) {
    partial_result_print_spot(&sentence, &partial->spot, input->program);
    say_sentence(input, options, "hot-spot", &sentence);
  }
  if (unknown_has_table(input, options))
    unknown_print_table(input, engine, result);
  advise(input, options, result);
  if (input->account)
    account_set_partial_result(input->account, input->program, partial, open);
}
