/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of dependent symbols as a union-find forest, and the layout of their bits. */
#include "engine/explicit/bit_order.h"

#include <stdlib.h>

#define NO_SYMBOL UINT32_MAX

static uint32_t leader_of(struct dependence *dependence, uint32_t symbol) {
  for (size_t i = dependence->leaders.count; i <= symbol; i++)
    vector_push(&dependence->leaders, (uint32_t)i);
  while (dependence->leaders.items[symbol] != symbol)
    symbol = dependence->leaders.items[symbol] =
        dependence->leaders.items[dependence->leaders.items[symbol]];
  return symbol;
}

/* Unites two groups; the smaller symbol leads. */
static void unite_groups(struct dependence *dependence, uint32_t a, uint32_t b) {
  uint32_t first = leader_of(dependence, a), second = leader_of(dependence, b);
  dependence->leaders.items[first > second ? first : second] = first > second ? second : first;
}

/* Collects symbols that depend on each other. */
struct dependents {
  struct dependence *dependence;
  uint32_t first; /* NO_SYMBOL: none */
};

static void add_dependent(const struct term *variable, void *context) {
  struct dependents *dependents = context;
  uint32_t symbol = (uint32_t)variable->value;
  if (dependents->first == NO_SYMBOL)
    dependents->first = symbol;
  unite_groups(dependents->dependence, dependents->first, symbol);
}

void dependence_note(struct dependence *dependence, const struct cells *cells,
                     const struct action *action) {
  const struct cell_bounds *bounds[2] = {&action->own, &action->others};
  for (size_t i = 0; i < action->facts.count; i++) {
    struct dependents dependents = {dependence, NO_SYMBOL};
    value_variables(action->facts.items[i], add_dependent, &dependents);
  }
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < bounds[i]->count; j++) {
      const struct term *symbol = cells->list.items[bounds[i]->items[j].cell].symbols[0];
      struct dependents dependents = {dependence, (uint32_t)symbol->value};
      value_variables(bounds[i]->items[j].term, add_dependent, &dependents);
    }
}

void dependence_release(struct dependence *dependence) { vector_release(&dependence->leaders); }

static void add_word(struct bit_order *order, const struct cells *cells, uint32_t symbol) {
  unsigned role;
  const struct term *term =
      term_variable(cells->context.terms, cells->context.symbols.items[symbol].width, symbol);
  uint32_t cell = cells_of_variable(cells, term, &role);
  while (order->of_symbol.count <= symbol)
    vector_push(&order->of_symbol, 0);
  if (role)
    return; /* locations have only symbols of the first role */
  vector_push(&order->words, (struct bit_word){.symbol = term, .cell = cell});
  order->of_symbol.items[symbol] = (uint32_t)order->words.count;
}

/* Places the bit with this index of all words of a group. */
static void place_bits(struct bit_order *order, uint32_t leader, unsigned bit) {
  for (size_t i = 0; i < order->words.count; i++) {
    struct bit_word *word = &order->words.items[i];
    if (bit >= word->symbol->width || word->group != leader)
      continue;
    struct bit_place place = {(uint32_t)i, bit};
    unsigned count = word->cell != NO_CELL ? 2 : 1;
    word->before[bit] = order->variables;
    word->after[bit] = order->variables + count - 1;
    vector_push(&order->blocks, count);
    for (unsigned j = 0; j < count; j++)
      vector_push(&order->of_variable, place);
    order->variables += count;
  }
}

struct bit_group {
  uint32_t leader;
  unsigned width; /* of the widest word */
};

static unsigned width_of(const struct bit_order *order, uint32_t leader) {
  unsigned width = 0;
  vector_each (word, &order->words) {
    if (word->symbol->width > width && word->group == leader)
      width = word->symbol->width;
  }
  return width;
}

/* Narrow groups come first: the others depend on flags. */
static int compare_groups(const void *a, const void *b) {
  const struct bit_group *x = a, *y = b;
  if (x->width != y->width)
    return x->width < y->width ? -1 : 1;
  return (x->leader > y->leader) - (x->leader < y->leader);
}

void bit_order_make(struct bit_order *order, struct dependence *dependence,
                    const struct cells *cells) {
  *order = (struct bit_order){0};
  for (uint32_t i = 0; i < cells->context.symbols.count; i++)
    add_word(order, cells, i);
  VECTOR(struct bit_group) groups = {0};
  vector_each (word, &order->words) {
    word->group = leader_of(dependence, (uint32_t)word->symbol->value);
  }
  for (size_t i = 0; i < order->words.count; i++) {
    uint32_t symbol = (uint32_t)order->words.items[i].symbol->value;
    if (order->words.items[i].group == symbol)
      vector_push(&groups, (struct bit_group){symbol, width_of(order, symbol)});
  }
  if (groups.count)
    qsort(groups.items, groups.count, sizeof *groups.items, compare_groups);
  for (size_t i = 0; i < groups.count; i++)
    for (unsigned bit = 0; bit < groups.items[i].width; bit++)
      place_bits(order, groups.items[i].leader, bit);
  vector_release(&groups);
}

const struct bit_word *bit_order_find(const struct bit_order *order, const struct term *symbol) {
  uint32_t index =
      symbol->value < order->of_symbol.count ? order->of_symbol.items[symbol->value] : 0;
  return index ? &order->words.items[index - 1] : NULL;
}

void bit_order_release(struct bit_order *order) {
  vector_release(&order->words);
  vector_release(&order->of_symbol);
  vector_release(&order->of_variable);
  vector_release(&order->blocks);
}
