/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle orders`: finds the memory orders and fences that a program needs. Every claim is checked:
 * the engine proves the result, and when the table is printed, an execution is replayed for each
 * single weakening under exactly these orders. */
#include "analysis/liveness.h"
#include "analysis/waiting.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/engines.h"
#include "cli/execution.h"
#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/orders_patch.h"
#include "engine/reason.h"
#include "orders/macros.h"
#include "orders/search.h"
#include "report/story.h"
#include "transform/strength.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* All that the command has found out. */
struct orders_report {
  struct input *input;
  const struct options *options;
  struct order_trial trial;
  struct sources *sources;
  struct orders_answer answer;
  const char **reasons; /* for each slot: why its order cannot be written */
  bool *is_awkward;
  bool repairs; /* the program is broken as it is */
};

/* clang makes one access for each value of an order that is computed. */
static void find_computed(struct order_slots *slots, struct sources *sources) {
  for (size_t i = 0; i < slots->given_count; i++)
    for (size_t j = 0; j < slots->given_count; j++) {
      struct order_slot *a = &slots->list.items[i], *b = &slots->list.items[j];
      if (i != j && a->kind == b->kind && a->function == b->function &&
          memcmp(&a->at, &b->at, sizeof a->at) == 0 && sources_is_call(sources, a))
        a->is_computed = b->is_computed = true;
    }
}

/* The execution under a setting, with its story. */
static void execute(struct orders_report *report, const struct counterexample *why,
                    const unsigned char *setting, struct execution *execution) {
  struct options how = *report->options;
  how.quiet = false;
  slots_set(report->input->transform.slots, setting);
  execution_init(execution, report->input, &how);
  execution->run.replay = &why->schedule;
  limits_drop_time(&execution->run.limits);
  execution_run(execution);
}

/* In one line, or with -v as a story. */
static void tell_execution(struct orders_report *report, const struct counterexample *why,
                           const unsigned char *setting) {
  struct execution execution;
  execute(report, why, setting, &execution);
  struct text line = {0};
  story_finish(execution.story, execution.state);
  if (execution.end == RUN_VIOLATION)
    story_print_headline(&line, execution.story, execution.state, &execution.machine.violation);
  else
    text_add(&line, "internal error: an execution could not be repeated");
  printf("%s\n", text_get(&line));
  text_release(&line);
  if (report->options->verbose) {
    putchar('\n');
    execution_tell(&execution, report->input, report->options, false, stdout);
    putchar('\n');
  }
  execution_release(&execution);
}

/* "14" or, unless the only file is meant, "queue.h:14". */
static void print_place(struct text *out, const struct orders_report *report,
                        const struct order_slot *slot) {
  const struct order_slots *slots = report->input->transform.slots;
  const struct frontend_options *source = &report->input->source;
  bool is_single = source->file_count == 1 &&
                   strcmp(report->input->program->files[slot->at.file], source->files[0]) == 0;
  for (size_t i = 0; i < slots->list.count; i++)
    is_single &= slots->list.items[i].at.file == slot->at.file;
  if (is_single)
    text_format(out, "%u", slot->at.line);
  else
    program_print_position(out, report->input->program, slot->at);
}

struct orders_row {
  size_t slot;
  struct text place, access;
};

struct orders_rows {
  struct orders_row *items;
  size_t count, capacity;
};

static bool comes_before(struct position a, struct position b) {
  if (a.file != b.file)
    return a.file < b.file;
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

/* Keeps rows in the order of the source. */
static void add_row(struct orders_rows *rows, const struct order_slots *slots,
                    struct orders_row row) {
  size_t at = rows->count;
  vector_push(rows, row);
  for (; at && comes_before(slots->list.items[row.slot].at,
                            slots->list.items[rows->items[at - 1].slot].at);
       at--)
    rows->items[at] = rows->items[at - 1];
  rows->items[at] = row;
}

static void print_access(struct text *out, const struct orders_report *report,
                         const struct order_slot *slot) {
  text_add(out, slots_kind_name(slot->kind));
  struct text what = {0};
  sources_describe(report->sources, slot, &what);
  if (what.length)
    text_format(out, " %s", text_get(&what));
  text_release(&what);
}

static const char *order_text(const struct order_slot *slot, enum memory_order order) {
  if (order != ORDER_RELAXED)
    return strength_name(order);
  return slots_is_new_fence(slot) ? "-" : slot->kind == SLOT_FENCE ? "no fence" : "relaxed";
}

static void print_why(struct orders_report *report, size_t slot) {
  const struct orders_answer *answer = &report->answer;
  const struct order_slot *about = &report->input->transform.slots->list.items[slot];
  unsigned char *setting = memory_allocate(report->input->transform.slots->list.count + 1);
  vector_each (weaker, &answer->weakenings) {
    const char *name = order_text(about, weaker->order);
    if (weaker->slot != slot)
      continue;
    if (slots_is_new_fence(about) && weaker->order == ORDER_RELAXED)
      name = "no fence";
    memcpy(setting, answer->setting, report->input->transform.slots->list.count);
    setting[slot] = (unsigned char)weaker->order;
    if (weaker->outcome == TRIED_BROKEN) {
      printf("        with %s: ", name);
      tell_execution(report, weaker->why, setting);
    } else {
      printf("        with %s: not decided (%s)\n", name, weaker->reason ? weaker->reason : "");
    }
  }
  memory_release(setting);
}

/* Is the slot worth a row? In a repair, what changes is, and with -v all that is there. */
static bool has_row(const struct orders_report *report, size_t slot) {
  const struct order_slot *about = &report->input->transform.slots->list.items[slot];
  bool is_changed = report->answer.setting[slot] != about->given;
  if (about->is_computed)
    return !about->ordinal;
  return is_changed ||
         (!slots_is_new_fence(about) && (!report->repairs || report->options->verbose));
}

static const char *place_name(const struct order_slot *slot) {
  return slot->macro ? slot->macro : slot->function->name;
}

static void print_row(struct orders_report *report, const struct orders_row *row,
                      const size_t widths[3]) {
  const struct order_slot *slot = &report->input->transform.slots->list.items[row->slot];
  enum memory_order needed = (enum memory_order)report->answer.setting[row->slot];
  printf("%*s  %-*s  %-*s  %-8s  %s%s\n", (int)widths[0], text_get(&row->place), (int)widths[1],
         place_name(slot), (int)widths[2], text_get(&row->access),
         slot->is_computed ? "computed" : order_text(slot, slot->given),
         slot->is_computed ? "left as it is" : order_text(slot, needed),
         needed == slot->given || slot->is_computed ? "" : "  (changed)");
  print_why(report, row->slot);
  if (report->reasons[row->slot])
    printf("        not in the patch: %s\n", report->reasons[row->slot]);
}

static void print_table(struct orders_report *report) {
  const struct order_slots *slots = report->input->transform.slots;
  struct orders_rows rows = {0};
  size_t widths[3] = {strlen("line"), strlen("function"), strlen("access")};
  for (size_t i = 0; i < slots->list.count; i++) {
    if (!has_row(report, i))
      continue;
    struct orders_row row = {.slot = i};
    const struct order_slot *slot = &slots->list.items[i];
    print_place(&row.place, report, slot);
    print_access(&row.access, report, slot);
    const size_t lengths[3] = {row.place.length, strlen(place_name(slot)), row.access.length};
    for (size_t j = 0; j < 3; j++)
      widths[j] = lengths[j] > widths[j] ? lengths[j] : widths[j];
    add_row(&rows, slots, row);
  }
  if (rows.count)
    printf("\n%*s  %-*s  %-*s  %-8s  %s\n", (int)widths[0], "line", (int)widths[1], "function",
           (int)widths[2], "access", "now", "needed");
  for (size_t i = 0; i < rows.count; i++) {
    print_row(report, &rows.items[i], widths);
    text_release(&rows.items[i].place);
    text_release(&rows.items[i].access);
  }
  vector_release(&rows);
  putchar('\n');
}

/* How sure the answer is. */
static void print_claim(const struct orders_report *report) {
  const struct orders_answer *answer = &report->answer;
  const struct order_trial *trial = &report->trial;
  bool is_over = trial_is_over(trial);
  if (is_over && !answer->is_minimal)
    printf("%s: this is the best result so far. It is correct, but not proven minimal.\n",
           interrupt_happened() ? "Interrupted" : "Time is over");
  else if (!answer->is_minimal)
    puts("This is correct, but not proven minimal: some attempts were not decided.");
  else if (report->repairs && answer->is_cheapest)
    puts("No smaller set of changes suffices, and no change can be weaker.");
  else if (report->repairs)
    puts("No change can be weaker or left out, but another set of changes may be smaller.");
  else if (answer->weakenings.count)
    puts("Minimal: for each weaker order, heddle replayed an execution that violates a property.");
  else if (report->input->transform.slots->given_count)
    puts("Minimal: there are no weaker orders.");
  if (!report->options->verbose)
    return;
  fflush(stdout);
  fprintf(stderr, "orders: %llu attempt%s, %zu counterexample%s, %llu replays\n",
          (unsigned long long)trial->attempts, trial->attempts == 1 ? "" : "s",
          trial->counterexamples.count, trial->counterexamples.count == 1 ? "" : "s",
          (unsigned long long)trial->replays);
}

/* Does a loop of the user wait for other threads? */
static bool has_waiting_loop(const struct program *program) {
  struct liveness *liveness = liveness_create(program);
  struct waiting *waiting = waiting_create(program, liveness);
  bool found = false;
  for (uint32_t i = 0; i < program->function_count && !found; i++)
    for (uint32_t j = 0;
         !program->functions[i]->is_library && j < program->functions[i]->location_count; j++)
      found |= program->functions[i]->locations[j].loop_head &&
               waiting_at(waiting, program->functions[i], j);
  waiting_destroy(waiting);
  liveness_destroy(liveness);
  return found;
}

/* The patched program, compiled anew. Returns the exit code. */
static int check_patched(struct orders_report *report, size_t refused) {
  const struct options *options = report->options;
  struct result result = {.verdict = VERDICT_UNKNOWN};
  if (!options->files.patch)
    return 0;
  if (!orders_patch_write(report->sources, options->files.patch))
    return EXIT_USAGE;
  printf("Patch: %s", options->files.patch);
  if (!report->answer.changes) {
    puts(", which is empty.");
    return 0;
  }
  if (trial_is_over(&report->trial)) {
    puts(", not checked.");
    return EXIT_UNKNOWN;
  }
  bool compiles = orders_patch_check(report->sources, options, &report->trial, &result);
  bool is_right = compiles && result.verdict == VERDICT_TRUE;
  if (is_right)
    puts(". The patched program compiles, and the check says TRUE.");
  else if (!compiles)
    puts(". The patched program does not compile.");
  else if (result.verdict == VERDICT_FALSE)
    printf(". The patched program is still incorrect%s.\n",
           refused ? ", because some orders must be changed by hand" : "");
  else
    printf(". The patched program was not decided: %s.\n", result.reason);
  result_release(&result);
  return is_right ? 0 : EXIT_UNKNOWN;
}

static int print_answer(struct orders_report *report) {
  struct orders_answer *answer = &report->answer;
  const char *model = memory_model_name(report->input->memory_model);
  const char *what = report->input->memory_model == MEMORY_RC11 ? "orders" : "fences";
  size_t refused = orders_patch_edit(report->sources, report->input->transform.slots,
                                     answer->setting, report->reasons);
  trial_clear_progress(&report->trial);
  if (report->repairs)
    printf("The program is incorrect under %s, and %llu change%s it:\n", model,
           (unsigned long long)answer->changes, answer->changes == 1 ? " repairs" : "s repair");
  else if (answer->changes)
    printf("The program is correct under %s, and stays correct with %llu weaker %.*s:\n", model,
           (unsigned long long)answer->changes, (int)strlen(what) - (answer->changes == 1), what);
  else if (report->input->transform.slots->given_count)
    printf("The program is correct under %s, and none of its %s can be weaker:\n", model, what);
  else
    printf("The program is correct under %s, and has no %s.\n", model, what);
  print_table(report);
  print_claim(report);
  if (has_waiting_loop(report->input->program))
    puts("Termination of waiting loops was not checked: weaker orders can make a loop wait "
         "forever.");
  int code = check_patched(report, refused);
  return code ? code : answer->is_minimal ? EXIT_TRUE : EXIT_UNKNOWN;
}

/* No order and no fence helps. */
static int say_hopeless(struct orders_report *report, const struct counterexample *why,
                        const unsigned char *setting) {
  trial_clear_progress(&report->trial);
  printf("With the strongest orders, and a fence at every access, the program is still incorrect. "
         "No memory orders repair it:\n  ");
  tell_execution(report, why, setting);
  return EXIT_FALSE;
}

static int say_undecided(struct orders_report *report, const char *which) {
  struct text words = {0};
  trial_clear_progress(&report->trial);
  reason_add_plain(&words, report->input->program, report->trial.reason);
  printf("%s was not decided: %s\nUNKNOWN(%s)\n", which, text_get(&words), text_get(&words));
  text_release(&words);
  return EXIT_UNKNOWN;
}

static int repair(struct orders_report *report, const struct orders_price *price,
                  unsigned char *setting) {
  const struct counterexample *why;
  struct order_slots *slots = report->input->transform.slots;
  slots_show_fences(slots);
  report->trial.stage = "the strongest orders";
  orders_strongest(slots, false, setting);
  enum trial_outcome outcome = TRIED_UNDECIDED;
  if (report->input->memory_model == MEMORY_RC11)
    outcome = trial_ask(&report->trial, setting, &why);
  if (outcome != TRIED_RIGHT) {
    orders_strongest(slots, true, setting);
    outcome = trial_ask(&report->trial, setting, &why);
  }
  if (outcome == TRIED_UNDECIDED)
    return say_undecided(report, "The program with the strongest orders");
  if (outcome == TRIED_BROKEN)
    return say_hopeless(report, why, setting);
  orders_repair(&report->trial, price, setting, &report->answer);
  return print_answer(report);
}

static int find_orders(struct orders_report *report) {
  struct order_slots *slots = report->input->transform.slots;
  report->sources = sources_create(report->input->program);
  macros_resolve(report->sources, slots);
  size_t count = slots->list.count;
  unsigned char *setting = memory_allocate(count + 1);
  report->reasons = memory_allocate_zeroed((count + 1) * sizeof *report->reasons);
  report->is_awkward = memory_allocate_zeroed(count + 1);
  find_computed(slots, report->sources);
  for (size_t i = 0; i < count; i++) {
    struct order_slot *slot = &slots->list.items[i];
    report->is_awkward[i] = !sources_can_rewrite(report->sources, slot);
    if (report->is_awkward[i] && slot->kind == SLOT_AFTER && slot->follows_load)
      slot->allowed = STRENGTH_BIT(ORDER_RELAXED);
  }
  struct orders_price price = {.slots = slots, .is_awkward = report->is_awkward};
  const struct counterexample *why;
  int code;
  report->trial.stage = "the orders as they are";
  orders_given(slots, setting);
  enum trial_outcome outcome = trial_ask(&report->trial, setting, &why);
  if (outcome == TRIED_UNDECIDED) {
    code = say_undecided(report, "The program as it is");
  } else if (outcome == TRIED_RIGHT) {
    orders_weaken(&report->trial, &price, &report->answer);
    code = print_answer(report);
  } else {
    price.counts_changes = report->repairs = true;
    trial_forget(&report->trial);
    code = repair(report, &price, setting);
  }
  memory_release(setting);
  orders_release(&report->answer);
  sources_destroy(report->sources);
  memory_release(report->reasons);
  memory_release(report->is_awkward);
  return code;
}

static int orders_of(struct input *input, const struct options *options,
                     const struct engine *engine) {
  struct orders_report report = {.input = input, .options = options};
  bool has_terminal = isatty(STDERR_FILENO) == 1;
  report.trial =
      (struct order_trial){.slots = input->transform.slots,
                           .engines = {engine, engine == &engine_graph ? &engine_order : NULL},
                           .task = {.program = input->program,
                                    .properties = input->properties,
                                    .known = &input->known,
                                    .memory_model = input->memory_model,
                                    .limits = interrupt_limits(options),
                                    .solver = "sat",
                                    .por = POR_FULL,
                                    .threads = 1},
                           .attempt_seconds = options->limits.attempt_time,
                           .shows_progress = !options->quiet && !options->verbose && has_terminal,
                           .logs = options->verbose,
                           .stage = ""};
  int code = find_orders(&report);
  trial_release(&report.trial);
  return code;
}

int command_orders(const struct options *options) {
  const struct engine *engine = engine_find(options->search.engine);
  bool is_rc11 = strcmp(options->question.memory_model, "rc11") == 0;
  if (!engine) {
    options_complain(options, "no engine '%s'", options->search.engine);
    return EXIT_USAGE;
  }
  enum memory_model model = MEMORY_SC;
  memory_model_find(options->question.memory_model, &model);
  if (!engines_check_model(options, engine, model))
    return EXIT_USAGE;
  struct input input = {0};
  int code = input_from_options(&input, options, 0);
  if (!is_rc11 && !options->question.property && !options->question.property_file)
    input.properties &= ~((property_set)1 << PROPERTY_RACE); /* of the language, not of fences */
  if (code == 0)
    code = input_load(&input, options);
  if (code == 0)
    code = orders_of(&input, options, engine);
  input_release(&input);
  return code;
}
