/* SPDX-License-Identifier: Apache-2.0 */
/* Slicing and renaming. */
#include "engine/explicit/question.h"

#include "term/walk.h"

struct renaming {
  struct terms *terms;
  struct map known; /* from the ids of terms to renamed ones */
  uint64_t variables;
};

static bool is_renamed(const struct term *term, void *context) {
  return map_get(&((struct renaming *)context)->known, term->id, NULL);
}

static const struct term *renamed_term(const struct renaming *renaming, const struct term *term) {
  uint64_t pointer = 0;
  map_get(&renaming->known, term->id, &pointer);
  return (const struct term *)(uintptr_t)pointer;
}

static void rename_term(const struct term *term, void *context) {
  struct renaming *renaming = context;
  const struct term *renamed;
  if (term->kind == TERM_CONSTANT) {
    renamed = term_constant(renaming->terms, term->width, term->value);
  } else if (term->kind == TERM_VARIABLE) {
    renamed = term_variable(renaming->terms, term->width, renaming->variables++);
  } else {
    const struct term *operands[3] = {NULL, NULL, NULL};
    for (unsigned i = 0; i < term->arity; i++)
      operands[i] = renamed_term(renaming, term->operands[i]);
    renamed = term_rebuild(renaming->terms, term, operands);
  }
  map_set(&renaming->known, term->id, (uintptr_t)renamed);
}

static const struct term *rename_all(struct renaming *renaming, const struct term *term) {
  term_walk(term, is_renamed, rename_term, renaming);
  return renamed_term(renaming, term);
}

struct mention {
  const struct renaming *renaming;
  bool found;
};

static void look_for_variable(const struct term *variable, void *context) {
  struct mention *mention = context;
  mention->found |= map_get(&mention->renaming->known, variable->id, NULL);
}

void question_make(struct question *question, struct terms *renamed,
                   const struct value_context *context, const struct state *state,
                   const struct term *term) {
  struct renaming renaming = {.terms = renamed};
  VECTOR(bool) taken = {0};
  question->term = rename_all(&renaming, term);
  question->facts.count = 0;
  for (size_t i = 0; i < state->facts.count; i++)
    vector_push(&taken, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < state->facts.count; i++) {
      const struct term *fact = value_term_by_id(context, state->facts.items[i]);
      struct mention mention = {&renaming, false};
      if (taken.items[i])
        continue;
      value_variables(fact, look_for_variable, &mention);
      if (!mention.found)
        continue;
      taken.items[i] = changed = true;
      vector_push(&question->facts, rename_all(&renaming, fact));
    }
  }
  vector_release(&taken);
  map_release(&renaming.known);
}

void question_release(struct question *question) { vector_release(&question->facts); }
