/* SPDX-License-Identifier: Apache-2.0 */
/* The source text of slots, and how to write another order. Positions come from debug information,
 * which names the outermost macro; macros.h looks for the place that is meant. If it does not find
 * it, nothing is guessed. */
#ifndef ORDERS_SOURCE_H
#define ORDERS_SOURCE_H

#include "base/text.h"
#include "base/vector.h"
#include "transform/slots.h"

/* Replaces the bytes from `start` up to `end`. */
struct source_edit {
  size_t start, end;
  const char *replacement; /* lives as long as the sources */
};

struct source_file {
  const char *path;
  struct text text;
  char *code;        /* the text with spaces instead of comments, literals and directives … */
  char *definitions; /* … and with the directives */
  bool is_read;
  VECTOR(struct source_edit) edits; /* in the order of `start` once all were made */
};

struct sources {
  const struct program *program;
  struct arena *arena;
  VECTOR(struct source_file) files; /* by the numbers of the program */
};

struct sources *sources_create(const struct program *program);
void sources_destroy(struct sources *sources);

/* The file, read; NULL: it cannot be read. */
struct source_file *sources_open(struct sources *sources, uint32_t number);
/* The file of a position, and where in it; NULL: there is no such place. */
struct source_file *sources_open_at(struct sources *sources, struct position at, size_t *offset);
/* What the slot accesses, in the words of the source: "ready", "queue->head". Nothing if it cannot
 * be told. */
void sources_describe(struct sources *sources, const struct order_slot *slot, struct text *out);
/* Is the operation a call of an atomic function, as written there? */
bool sources_is_call(struct sources *sources, const struct order_slot *slot);
/* Adds the edits that give a slot its order. `sibling`: the other order of a compare-exchange, else
 * ignored. Returns why it cannot be done, in words, or NULL. */
const char *sources_rewrite(struct sources *sources, const struct order_slot *slot,
                            enum memory_order order, enum memory_order sibling);
/* Could it be done? */
bool sources_can_rewrite(struct sources *sources, const struct order_slot *slot);
/* The file with all edits. */
void sources_print_edited(struct sources *sources, struct source_file *file, struct text *out);

#endif
