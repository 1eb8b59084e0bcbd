/* SPDX-License-Identifier: Apache-2.0 */
/* One program, place by place: what the reference search sees violated must be no obligation that
 * an engine has proven. places FILE.c WORK ENGINE... Prints how many places each engine proves, how
 * many of them without reservation, and how many are violated; ends with 1 if a proof is refuted.
 */
#include "engine/cut.h"
#include "engine/engine.h"
#include "frontend/frontend.h"
#include "semantics/run.h"
#include "transform/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ENGINES = 8, MOST_FOUND = 12 };

struct places {
  struct transform transform;
  const struct program *program;
  unsigned long most_work;
  size_t count;
  const struct engine *engines[MOST_ENGINES];
  struct board *boards[MOST_ENGINES];
  int failures;
  unsigned long cut;   /* edges, of all questions */
  unsigned decided[2]; /* questions to the whole program, and to what is left */
};

/* All properties; each with those that most proofs assume; each alone, when nothing else ends an
 * execution. */
static property_set questions(unsigned number) {
  property_set basis = PROPERTY_BIT(PROPERTY_MEMORY) | PROPERTY_BIT(PROPERTY_LOCK);
  if (number > PROPERTY_COUNT)
    return PROPERTY_BIT(number - PROPERTY_COUNT - 1);
  return number ? basis | PROPERTY_BIT(number - 1) : ALL_PROPERTIES;
}
enum { QUESTIONS = PROPERTY_COUNT + 1, QUESTIONS_OF_CUTS = QUESTIONS + PROPERTY_COUNT };

/* `board`: with it the program is cut first, and left so; NULL: it is not. */
static void search_part(struct places *places, const struct engine *engine, property_set properties,
                        const struct known_violations *known, const struct board *board,
                        struct result *result) {
  *result = (struct result){.verdict = VERDICT_UNKNOWN};
  do {
    struct work work = {.most = places->most_work};
    struct task task = {.program = places->program,
                        .properties = properties,
                        .known = known,
                        .limits = {.work = &work, .seconds = 100, .start = clock_seconds()},
                        .solver = "sat",
                        .por = POR_FULL,
                        .threads = 2};
    unsigned parts = result->parts;
    result_release(result);
    *result = (struct result){.verdict = VERDICT_UNKNOWN};
    task.board = board;
    if (board)
      places->cut += cut_proven(&task);
    engine_run(engine, &task, result);
    if (result->parts == parts)
      break;
  } while (result->verdict == VERDICT_UNKNOWN &&
           transform_again(&places->transform, result->parts));
}

static void search(struct places *places, const struct engine *engine, property_set properties,
                   const struct known_violations *known, struct result *result) {
  search_part(places, engine, properties, known, NULL, result);
}

/* The machine that has followed the schedule to its violation; false: there is none. */
static bool replay(const struct places *places, property_set properties,
                   const struct known_violations *known, const struct result *result,
                   struct violation_site *site) {
  struct machine machine = {.program = places->program,
                            .domain = &domain_concrete,
                            .properties = properties,
                            .known = known};
  struct run_options options = {.replay = &result->schedule};
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  state_destroy(state);
  *site = machine.violation.site;
  return end == RUN_VIOLATION;
}

static void tell(struct places *places, size_t engine, const struct violation_site *site) {
  printf("%s proves a place of %s that is violated:", places->engines[engine]->name,
         property_name(site->property));
  for (uint32_t i = 0; i < site->count; i++)
    printf(" line %u", site->places[i].line);
  printf("\n");
  places->failures++;
}

/* At the place itself or, if library code that no call led to violates it, outside of the program.
 */
static bool is_obligation(const struct places *places, const struct violation_site *site) {
  const struct obligations *obligations = board_obligations(places->boards[0]);
  for (uint32_t i = 0; i < obligations_count(obligations); i++) {
    const struct obligation *obligation = obligations_at(obligations, i);
    for (uint32_t j = 0; j < site->count; j++)
      if (obligation->property == site->property &&
          (!obligation->at.line || (obligation->at.file == site->places[j].file &&
                                    obligation->at.line == site->places[j].line)))
        return true;
  }
  return false;
}

static void refute(struct places *places, const struct violation_site *site, property_set checked) {
  for (size_t i = 0; i < places->count; i++)
    if (board_violate(places->boards[i], site, "reference", checked))
      tell(places, i, site);
}

/* Every violation that is found until one search ends without a new one. */
static void compare(struct places *places, property_set properties) {
  struct known_violations known = {0};
  struct result result = {.verdict = VERDICT_FALSE};
  for (int i = 0; i < MOST_FOUND && result.verdict == VERDICT_FALSE; i++) {
    struct violation_site site;
    property_set checked = properties & ~known_properties(&known);
    result_release(&result);
    search(places, engine_find("reference"), properties, &known, &result);
    if (result.verdict != VERDICT_FALSE)
      break;
    if (!replay(places, properties, &known, &result, &site)) {
      printf("reference: a violation of %s is not replayed\n",
             property_name(result.violation.property));
      places->failures++;
      break;
    }
    if (!is_obligation(places, &site)) {
      printf("a violation of %s is at no obligation\n", property_name(site.property));
      places->failures++;
    }
    refute(places, &site, checked);
    vector_push(&known.list, site);
  }
  result_release(&result);
  vector_release(&known.list);
}

static void prove(struct places *places, size_t number) {
  for (unsigned question = 0; question < QUESTIONS; question++) {
    struct result result;
    search(places, places->engines[number], questions(question), NULL, &result);
    if (result.contradiction) {
      printf("%s\n%s", result.reason, result.contradiction);
      places->failures++;
    }
    if (result.board)
      board_merge(places->boards[number], result.board);
    result_release(&result);
  }
}

/* The same question to the whole program and to what the first engine leaves of it. */
static void compare_cut(struct places *places, const struct engine *engine, unsigned question) {
  static const char *const verdicts[] = {"TRUE", "FALSE", "UNKNOWN"};
  const struct edge **edges = malloc((places->program->function_count + 1u) * sizeof *edges);
  struct result whole, part;
  struct violation_site site;
  property_set properties = questions(question);
  search(places, engine, properties, NULL, &whole);
  for (uint32_t i = 0; i < places->program->function_count; i++)
    edges[i] = places->program->functions[i]->edges;
  search_part(places, engine, properties, NULL, places->boards[0], &part);
  for (uint32_t i = 0; i < places->program->function_count; i++)
    places->program->functions[i]->edges = edges[i];
  places->decided[0] += whole.verdict != VERDICT_UNKNOWN;
  places->decided[1] += part.verdict != VERDICT_UNKNOWN;
  bool differs = whole.verdict != VERDICT_UNKNOWN && part.verdict != VERDICT_UNKNOWN &&
                 whole.verdict != part.verdict;
  bool is_real = part.verdict != VERDICT_FALSE || replay(places, properties, NULL, &part, &site);
  if (differs || !is_real) {
    printf("%s, question %u: %s, of what is left %s%s\n", engine->name, question,
           verdicts[whole.verdict], verdicts[part.verdict],
           is_real ? "" : ", which is not replayed");
    places->failures++;
  }
  result_release(&whole);
  result_release(&part);
  free(edges);
}

static void report(const struct places *places, size_t number) {
  const struct board *board = places->boards[number];
  question_set proven = board_proven(board, 0);
  uint32_t all = obligations_count(board_obligations(board)), sure = 0;
  for (uint32_t i = 0; i < all; i++)
    sure += board_at(board, i).state == BOARD_PROVEN && !board_rests_on(board, i, proven);
  printf("%s: %u places, %u proven, %u of them without reservation, %u violated\n",
         places->engines[number]->name, all, board_count(board, ALL_PROPERTIES, BOARD_PROVEN), sure,
         board_count(board, ALL_PROPERTIES, BOARD_VIOLATED));
}

int main(int count, char **words) {
  const char *files[] = {words[1]};
  struct frontend_options options = {
      .files = files, .file_count = 1, .data_model = DATA_MODEL_LP64};
  struct program *program = NULL;
  if (count < 4 || frontend_load(&options, &program, NULL) != STATUS_OK)
    return 2;
  struct places places = {.transform = {.reuses_addresses = true},
                          .most_work = strtoul(words[2], NULL, 10)};
  transform_run(program, &places.transform);
  places.program = program;
  struct board *board = board_create(program);
  for (int i = 3; i < count && places.count < MOST_ENGINES; i++) {
    places.engines[places.count] = engine_find(words[i]);
    if (!places.engines[places.count])
      return 2;
    places.boards[places.count++] = board_create_like(board);
  }
  for (size_t i = 0; i < places.count; i++)
    prove(&places, i);
  for (size_t i = 1; i < places.count; i++)
    for (unsigned question = 0; question < QUESTIONS_OF_CUTS; question++)
      compare_cut(&places, places.engines[i], question);
  printf("%lu edges cut; %u questions decided, %u of what is left\n", places.cut, places.decided[0],
         places.decided[1]);
  for (unsigned question = 0; question < QUESTIONS; question++)
    compare(&places, questions(question));
  for (size_t i = 0; i < places.count; i++) {
    report(&places, i);
    board_destroy(places.boards[i]);
  }
  board_destroy(board);
  transform_release(&places.transform);
  return places.failures != 0;
}
