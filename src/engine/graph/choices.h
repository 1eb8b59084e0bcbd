/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: the values of a choice that are explored. */
#ifndef ENGINE_GRAPH_CHOICES_H
#define ENGINE_GRAPH_CHOICES_H

#include "engine/graph/search.h"

enum { WIDEST_CHOICE = 8, MOST_CHOICES = 1 << WIDEST_CHOICE };

struct choice_values {
  uint64_t items[MOST_CHOICES]; /* the first is 0 */
  size_t count;                 /* 0: there are too many */
};

void choices_list(const struct graph_search *search, const struct edge *edge, unsigned width,
                  struct choice_values *values);

#endif
