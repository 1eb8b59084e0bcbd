/* SPDX-License-Identifier: Apache-2.0 */
/* Boards of one program share its obligations, which go with the last board. */
#include "engine/board.h"

#include "base/memory.h"
#include "base/text.h"
#include "semantics/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define QUESTION(property) ((question_set)1 << (property))
#define ALL_QUESTIONS (QUESTION(NOT_MODELLED + 1) - 1)

/* The obligations of all boards of a program. */
struct board_places {
  struct obligations *obligations;
  size_t boards;
};

struct board {
  struct board_places *places;
  uint32_t count, all;          /* obligations, also with left-out races as the last one */
  struct board_answer *answers; /* of all */
};

static struct board *create(struct board_places *places) {
  struct board *board = memory_allocate_zeroed(sizeof *board);
  places->boards++;
  board->places = places;
  board->count = obligations_count(places->obligations);
  board->all = board->count + obligations_leave_out_races(places->obligations);
  board->answers = memory_allocate_zeroed((board->all + 1u) * sizeof *board->answers);
  return board;
}

struct board *board_create(const struct program *program) {
  struct board_places *places = memory_allocate_zeroed(sizeof *places);
  places->obligations = obligations_find(program, ALL_PROPERTIES);
  return create(places);
}

struct board *board_create_like(const struct board *board) {
  return create(board->places);
}

void board_destroy(struct board *board) {
  if (!board)
    return;
  if (--board->places->boards == 0) {
    obligations_destroy(board->places->obligations);
    memory_release(board->places);
  }
  memory_release(board->answers);
  memory_release(board);
}

const struct obligations *board_obligations(const struct board *board) {
  return board->places->obligations;
}

struct board_answer board_at(const struct board *board, uint32_t number) {
  return board->answers[number];
}

static unsigned question_of(const struct board *board, uint32_t number) {
  return number < board->count ? obligations_at(board->places->obligations, number)->property
                               : PROPERTY_RACE;
}

/* A violation replaces a proof, and a proof one that assumes more. */
static void take(struct board_answer *answer, struct board_answer other) {
  if ((other.state == BOARD_VIOLATED && answer->state != BOARD_VIOLATED) ||
      answer->state == BOARD_OPEN ||
      (other.state == BOARD_PROVEN && answer->state == BOARD_PROVEN &&
       __builtin_popcount(other.assumes) < __builtin_popcount(answer->assumes)))
    *answer = other;
}

void board_prove(struct board *board, uint32_t number, question_set assumes) {
  uint32_t index = number == NO_OBLIGATION ? board->count : number;
  if (index < board->all)
    take(&board->answers[index], (struct board_answer){BOARD_PROVEN, NULL, assumes});
}

void board_prove_properties(struct board *board, property_set properties, question_set assumes) {
  question_set set = properties ? properties | QUESTION(NOT_MODELLED) : 0;
  for (uint32_t i = 0; i < board->all; i++)
    if (set >> question_of(board, i) & 1)
      take(&board->answers[i], (struct board_answer){BOARD_PROVEN, NULL, assumes});
}

void board_sign(struct board *board, const char *engine) {
  for (uint32_t i = 0; i < board->all; i++)
    if (board->answers[i].state != BOARD_OPEN && !board->answers[i].engine)
      board->answers[i].engine = engine;
}

static bool is_at(const struct obligation *obligation, const struct violation_site *site,
                  struct position at) {
  return obligation->property == site->property && obligation->at.file == at.file &&
         obligation->at.line == at.line && (!at.column || obligation->at.column == at.column);
}

/* A violation that an engine has found. */
struct refutation {
  const struct violation_site *site;
  const char *engine;
  question_set checked;
  const char *prover; /* out: the engine that had proven the place, or NULL */
};

/* Marks what is violated there: what is not proven, or else (`also_proven`) what is. */
static bool mark(struct board *board, struct refutation *refutation, struct position at,
                 bool also_proven) {
  bool found = false;
  for (uint32_t i = 0; i < board->count; i++) {
    struct board_answer *answer = &board->answers[i];
    bool is_proven = answer->state == BOARD_PROVEN && !(answer->assumes & ~refutation->checked);
    if ((is_proven && !also_proven) ||
        !is_at(obligations_at(board->places->obligations, i), refutation->site, at))
      continue;
    if (is_proven)
      refutation->prover = answer->engine;
    found = true;
    take(answer, (struct board_answer){BOARD_VIOLATED, refutation->engine, 0});
  }
  return found;
}

const char *board_violate(struct board *board, const struct violation_site *site,
                          const char *engine, property_set checked) {
  const struct position outside = {0}; /* library code that no call of the user led to */
  checked |= QUESTION(NOT_MODELLED);   /* it was executed */
  struct refutation refutation = {site, engine, checked, NULL};
  for (uint32_t i = 0; i < site->count; i++) {
    struct position at = site->places[i];
    if (!mark(board, &refutation, at, false) && !mark(board, &refutation, at, true) &&
        !mark(board, &refutation, outside, false))
      mark(board, &refutation, outside, true);
  }
  return refutation.prover;
}

void board_merge(struct board *board, const struct board *more) {
  for (uint32_t i = 0; i < board->all; i++)
    take(&board->answers[i], more->answers[i]);
}

question_set board_proven(const struct board *board, question_set given) {
  question_set proven = ALL_QUESTIONS, asked = QUESTION(NOT_MODELLED), before;
  for (uint32_t i = 0; i < board->all; i++)
    asked |= QUESTION(question_of(board, i));
  do {
    before = proven;
    if (!((proven | given) & QUESTION(NOT_MODELLED)))
      proven &= asked;
    for (uint32_t i = 0; i < board->all; i++) {
      const struct board_answer *answer = &board->answers[i];
      if (answer->state != BOARD_PROVEN || (answer->assumes & ~(proven | given)))
        proven &= ~QUESTION(question_of(board, i));
    }
  } while (proven != before);
  return proven;
}

question_set board_rests_on(const struct board *board, uint32_t number, question_set proven) {
  return board->answers[number].assumes & ~proven;
}

uint32_t board_count(const struct board *board, property_set properties, enum board_state state) {
  question_set set = properties | QUESTION(NOT_MODELLED);
  uint32_t count = 0;
  for (uint32_t i = 0; i < board->count; i++)
    count += board->answers[i].state == state && set >> question_of(board, i) & 1;
  return count;
}

static bool is_alike(const struct board_answer *a, const struct board_answer *b) {
  return a->state == b->state && a->assumes == b->assumes;
}

/* " 3-5 9": the obligations that are answered like this one, from it on. */
static void write_numbers(struct text *out, const struct board *board, uint32_t first) {
  const struct board_answer *answer = &board->answers[first];
  for (uint32_t i = first; i < board->all; i++) {
    uint32_t last = i;
    while (last + 1 < board->all && is_alike(&board->answers[last + 1], answer))
      last++;
    if (!is_alike(&board->answers[i], answer))
      continue;
    text_format(out, " %" PRIu32, i);
    if (last > i)
      text_format(out, "-%" PRIu32, last);
    i = last;
  }
}

static bool is_first(const struct board *board, uint32_t number) {
  for (uint32_t i = 0; i < number; i++)
    if (is_alike(&board->answers[i], &board->answers[number]))
      return false;
  return true;
}

void board_write(struct text *out, const struct board *board) {
  for (uint32_t i = 0; i < board->all; i++) {
    const struct board_answer *answer = &board->answers[i];
    if (answer->state == BOARD_OPEN || !is_first(board, i))
      continue;
    text_format(out, "places-%s %" PRIx32, answer->state == BOARD_PROVEN ? "proven" : "violated",
                answer->assumes);
    write_numbers(out, board, i);
    text_add(out, "\n");
  }
}

static bool read_numbers(struct board *board, struct board_answer answer, const char *line) {
  uint32_t first, last;
  int length, more;
  while (sscanf(line, " %" SCNu32 "%n", &first, &length) == 1) {
    line += length;
    last = first;
    if (sscanf(line, "-%" SCNu32 "%n", &last, &more) == 1)
      line += more;
    if (first > last || last >= board->all)
      return false;
    for (uint32_t i = first; i <= last; i++)
      take(&board->answers[i], answer);
  }
  return !*line;
}

bool board_read(struct board *board, const char *line) {
  char word[16];
  int length;
  struct board_answer answer = {0};
  if (sscanf(line, "places-%15s %" SCNx32 "%n", word, &answer.assumes, &length) != 2)
    return false;
  bool is_proof = strcmp(word, "proven") == 0;
  answer.state = is_proof ? BOARD_PROVEN : BOARD_VIOLATED;
  return (is_proof || strcmp(word, "violated") == 0) && read_numbers(board, answer, line + length);
}
