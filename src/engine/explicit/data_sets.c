/* SPDX-License-Identifier: Apache-2.0 */
/* Builds relations from the facts and bounds of actions. A term that the diagrams do not support
 * (floats, symbols that are too new) restricts nothing, so a set is never too small. */
#include "engine/explicit/data_sets.h"

#include "base/number.h"
#include "term/term.h"

#include <stdlib.h>

/* Variables of diagrams. */
struct variable_list {
  unsigned *items;
  size_t count, capacity;
};

void data_sets_init(struct data_sets *sets, const struct locations *locations, struct cells *cells,
                    struct dependence *dependence, size_t most_nodes, const struct limits *limits) {
  *sets = (struct data_sets){.locations = locations, .cells = cells, .keys = interner_create()};
  bit_order_make(&sets->order, dependence, cells);
  sets->diagrams = diagrams_create(sets->order.variables, most_nodes, limits);
  sets->words = diagram_words_create(sets->diagrams);
  for (size_t i = 0; i < sets->order.words.count; i++)
    diagram_words_bind(sets->words, sets->order.words.items[i].symbol,
                       sets->order.words.items[i].before);
  unsigned first = 0;
  for (size_t i = 0; i < sets->order.blocks.count; i++) {
    diagrams_add_block(sets->diagrams, first, sets->order.blocks.items[i]);
    first += sets->order.blocks.items[i];
  }
}

void data_sets_release(struct data_sets *sets) {
  vector_each (relation, &sets->relations) {
    diagram_release(relation->holds);
    diagram_release(relation->hidden);
    bit_renaming_destroy(relation->after);
    bit_renaming_destroy(relation->before);
    vector_release(&relation->actions);
    vector_release(&relation->changed);
  }
  vector_release(&sets->relations);
  for (size_t i = 0; i < sets->owned.count; i++)
    diagram_release(sets->owned.items[i]);
  vector_release(&sets->owned);
  map_release(&sets->bindings);
  interner_destroy(sets->keys);
  diagram_words_destroy(sets->words);
  diagrams_destroy(sets->diagrams);
  bit_order_release(&sets->order);
}

/* The group of the symbols of a term. */
struct term_group {
  struct data_sets *sets;
  const struct bit_word *word; /* NULL: none yet */
};

static void look_at_symbol(const struct term *variable, void *context) {
  struct term_group *group = context;
  const struct bit_word *word = bit_order_find(&group->sets->order, variable);
  if (!word || (group->word && group->word->group != word->group))
    group->sets->is_outdated = true;
  group->word = word;
}

/* Can diagrams represent the term? The bits of a wide term must be interleaved, or the diagrams
 * get very large. `word`: the cell that gets the term, or NULL. */
static bool is_known(struct data_sets *sets, const struct term *term, const struct bit_word *word) {
  struct term_group group = {sets, word};
  bool was_outdated = sets->is_outdated;
  sets->is_outdated = false;
  value_variables(term, look_at_symbol, &group);
  bool fits = !sets->is_outdated && diagram_words_know(sets->words, term);
  sets->is_outdated |= was_outdated;
  return fits;
}

/* Intersects *set with `by`, which is released. */
static void restrict_by(struct data_sets *sets, diagram *set, diagram by) {
  diagram_replace(set, diagram_and(sets->diagrams, *set, by));
  diagram_release(by);
}

diagram data_sets_possible(struct data_sets *sets, const struct action *action, diagram among) {
  diagram possible = diagram_copy(among);
  for (size_t i = 0; i < action->facts.count && possible != DIAGRAM_NONE; i++)
    if (is_known(sets, action->facts.items[i], NULL))
      restrict_by(sets, &possible, diagram_words_bit(sets->words, action->facts.items[i], 0));
  return possible;
}

/* All cells that the action changes are bound, most of them to the values they had. */
static const struct term *change_of(const struct data_sets *sets, const struct bound *bound) {
  return bound->term == sets->cells->list.items[bound->cell].symbols[0] ? NULL : bound->term;
}

static void sort_cells(struct cell_list *list) {
  size_t kept = 0;
  if (list->count)
    qsort(list->items, list->count, sizeof *list->items, number_compare32);
  for (size_t i = 0; i < list->count; i++)
    if (!i || list->items[i] != list->items[i - 1])
      list->items[kept++] = list->items[i];
  list->count = kept;
}

static void list_changed(const struct data_sets *sets, const struct action *const *actions,
                         size_t count, struct cell_list *changed) {
  for (size_t n = 0; n < count; n++) {
    const struct cell_bounds *bounds[2] = {&actions[n]->own, &actions[n]->others};
    for (size_t i = 0; i < 2; i++)
      for (size_t j = 0; j < bounds[i]->count; j++)
        if (change_of(sets, &bounds[i]->items[j]))
          vector_push(changed, bounds[i]->items[j].cell);
  }
  sort_cells(changed);
}

static bool has_cell(const struct standpoint *location, uint32_t cell) {
  return cell < location->has_cell.count && location->has_cell.items[cell];
}

/* Lists the cells that exist only before the actions. */
static void list_gone(const struct data_sets *sets, uint32_t from, uint32_t to,
                      struct cell_list *gone) {
  if (from == NO_LOCATION)
    return;
  const struct standpoint *before = &sets->locations->list.items[from];
  for (size_t i = 0; i < before->cells.count; i++)
    if (!has_cell(&sets->locations->list.items[to], before->cells.items[i]))
      vector_push(gone, before->cells.items[i]);
  sort_cells(gone);
}

static const struct bit_word *word_of(struct data_sets *sets, uint32_t cell) {
  const struct bit_word *word =
      bit_order_find(&sets->order, sets->cells->list.items[cell].symbols[0]);
  sets->is_outdated |= !word;
  return word;
}

static diagram make_binding(struct data_sets *sets, const struct bit_word *word,
                            const struct term *term) {
  diagram binding = DIAGRAM_ALL;
  for (unsigned bit = word->symbol->width; bit-- > 0;) {
    diagram after = diagram_variable(sets->diagrams, word->after[bit]);
    diagram is_set = diagram_words_bit(sets->words, term, bit);
    diagram_replace(&after, diagram_xor(sets->diagrams, after, is_set));
    diagram_replace(&after, diagram_not(sets->diagrams, after));
    diagram_release(is_set);
    restrict_by(sets, &binding, after);
  }
  return binding;
}

/* Restricts the relation to rows in which the cell is the term after the step. */
static void bind_cell(struct data_sets *sets, diagram *holds, uint32_t cell,
                      const struct term *term) {
  const struct bit_word *word = word_of(sets, cell);
  uint64_t key = (uint64_t)cell << 32 | term->id, made;
  if (!word || !is_known(sets, term, word))
    return;
  if (!map_get(&sets->bindings, key, &made)) {
    made = (uint64_t)make_binding(sets, word, term);
    map_set(&sets->bindings, key, made);
    vector_push(&sets->owned, (diagram)made);
  }
  diagram_replace(holds, diagram_and(sets->diagrams, *holds, (diagram)made));
}

/* The relation of one action. */
static diagram relate_action(struct data_sets *sets, const struct action *action,
                             const struct cell_list *changed) {
  diagram facts = data_sets_possible(sets, action, DIAGRAM_ALL), holds = DIAGRAM_ALL;
  for (size_t i = changed->count; i-- > 0 && facts != DIAGRAM_NONE;) {
    uint32_t cell = changed->items[i];
    const struct term *bound = action_bound(action, cell);
    bind_cell(sets, &holds, cell, bound ? bound : sets->cells->list.items[cell].symbols[0]);
  }
  restrict_by(sets, &holds, facts);
  return holds;
}

struct key_text {
  uint32_t *items;
  size_t count, capacity;
};

static void add_cells_to_key(struct key_text *key, const struct cell_list *cells) {
  vector_push(key, (uint32_t)cells->count);
  vector_append(key, cells->items, cells->count);
}

static void add_action_to_key(struct key_text *key, const struct action *action,
                              const struct cell_list *changed) {
  vector_push(key, (uint32_t)action->facts.count);
  for (size_t i = 0; i < action->facts.count; i++)
    vector_push(key, action->facts.items[i]->id);
  for (size_t i = 0; i < changed->count; i++) {
    const struct term *bound = action_bound(action, changed->items[i]);
    vector_push(key, bound ? bound->id : UINT32_MAX);
  }
}

static void add_word_variables(const struct bit_word *word, struct variable_list *before,
                               struct variable_list *after) {
  for (unsigned bit = 0; word && bit < word->symbol->width; bit++) {
    vector_push(before, word->before[bit]);
    if (after)
      vector_push(after, word->after[bit]);
  }
}

/* Inputs are hidden, too: each is used only once. */
static void hide_inputs(const struct data_sets *sets, struct variable_list *hidden) {
  for (size_t i = 0; i < sets->order.words.count; i++)
    if (sets->order.words.items[i].cell == NO_CELL)
      add_word_variables(&sets->order.words.items[i], hidden, NULL);
}

static diagram make_cube(struct data_sets *sets, struct variable_list *variables) {
  if (variables->count)
    qsort(variables->items, variables->count, sizeof *variables->items, number_compare32);
  return diagram_cube(sets->diagrams, variables->items, variables->count);
}

static struct action_relation make_relation(struct data_sets *sets,
                                            const struct action *const *actions, size_t count,
                                            const struct cell_list *changed,
                                            const struct cell_list *gone) {
  struct variable_list before = {0}, after = {0};
  struct action_relation relation = {.holds = DIAGRAM_NONE};
  for (size_t i = 0; i < count; i++) {
    diagram one = relate_action(sets, actions[i], changed);
    diagram_replace(&relation.holds, diagram_or(sets->diagrams, relation.holds, one));
    diagram_release(one);
    vector_push(&relation.actions, actions[i]);
  }
  for (size_t i = 0; i < changed->count; i++) {
    add_word_variables(word_of(sets, changed->items[i]), &before, &after);
    vector_push(&relation.changed, changed->items[i]);
  }
  relation.after = bit_renaming_create(before.items, after.items, after.count);
  relation.before = bit_renaming_create(after.items, before.items, after.count);
  for (size_t i = 0; i < gone->count; i++)
    add_word_variables(word_of(sets, gone->items[i]), &before, NULL);
  hide_inputs(sets, &before);
  relation.hidden = make_cube(sets, &before);
  vector_release(&before);
  vector_release(&after);
  return relation;
}

uint32_t data_sets_relate(struct data_sets *sets, uint32_t from, uint32_t to,
                          const struct action *const *actions, size_t count) {
  struct cell_list changed = {0}, gone = {0};
  struct key_text key = {0};
  bool added;
  list_changed(sets, actions, count, &changed);
  list_gone(sets, from, to, &gone);
  add_cells_to_key(&key, &changed);
  add_cells_to_key(&key, &gone);
  for (size_t i = 0; i < count; i++)
    add_action_to_key(&key, actions[i], &changed);
  uint32_t number = interner_add(sets->keys, key.items, key.count * sizeof *key.items, &added);
  if (added) {
    struct action_relation relation = make_relation(sets, actions, count, &changed, &gone);
    vector_push(&sets->relations, relation);
  }
  vector_release(&key);
  vector_release(&changed);
  vector_release(&gone);
  return number;
}

diagram data_sets_after(struct data_sets *sets, uint32_t relation, diagram before) {
  struct action_relation *step = &sets->relations.items[relation];
  diagram after = diagram_and_exists(sets->diagrams, before, step->holds, step->hidden);
  diagram_replace(&after, diagram_rename(sets->diagrams, after, step->before));
  return after;
}

diagram data_sets_before(struct data_sets *sets, uint32_t from, uint32_t to,
                         const struct action *action, diagram after) {
  struct cell_list changed = {0};
  struct variable_list hidden = {0};
  uint32_t number = data_sets_relate(sets, from, to, &action, 1);
  struct action_relation *step = &sets->relations.items[number]; /* the list may have been moved */
  list_changed(sets, &action, 1, &changed);
  for (size_t i = 0; i < changed.count; i++) {
    const struct bit_word *word = word_of(sets, changed.items[i]);
    for (unsigned bit = 0; word && bit < word->symbol->width; bit++)
      vector_push(&hidden, word->after[bit]);
  }
  hide_inputs(sets, &hidden);
  diagram cube = make_cube(sets, &hidden);
  diagram renamed = diagram_rename(sets->diagrams, after, step->after);
  diagram before = diagram_and_exists(sets->diagrams, renamed, step->holds, cube);
  diagram_release(renamed);
  diagram_release(cube);
  vector_release(&hidden);
  vector_release(&changed);
  return before;
}
