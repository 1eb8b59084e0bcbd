/* SPDX-License-Identifier: Apache-2.0 */
/* Inclusion constraints between sets of objects, after Andersen. A node holds pointers; its set
 * contains the objects that they may point to. Node n < object count represents the contents of
 * object n. */
#ifndef ANALYSIS_POINTS_H
#define ANALYSIS_POINTS_H

#include "base/bits.h"

enum point_link {
  POINT_COPY,  /* the other node holds all this one holds */
  POINT_LOAD,  /* the other node holds what the objects contain that this one points to */
  POINT_STORE, /* the objects this one points to contain what the other node holds */
  POINT_WATCH, /* `found` is told every object this node points to; other: the user's number */
  POINT_LINKS
};

struct points;
/* `found` is called while solving; it may add nodes and links. */
typedef void points_found(uint32_t watch, uint32_t object, void *context);
struct points *points_create(uint32_t object_count, points_found *found, void *context);
void points_destroy(struct points *points);

/* The first of `count` fresh nodes in a row. */
uint32_t points_add_nodes(struct points *points, uint32_t count);
uint32_t points_node_count(const struct points *points);
bool points_add_object(struct points *points, uint32_t node, uint32_t object); /* was it new? */
void points_link(struct points *points, enum point_link kind, uint32_t from, uint32_t to);
void points_solve(struct points *points);

/* Sets of objects (base/bits.h) of points_words() words; NULL: the empty set. */
size_t points_words(const struct points *points);
const uint64_t *points_of(const struct points *points, uint32_t node);

/* The links of a node, for propagating something else along them. */
typedef void points_visitor(uint32_t node, uint32_t other, void *context);
void points_visit_links(const struct points *points, uint32_t node, enum point_link kind,
                        points_visitor *visit, void *context);

static inline bool points_in(const uint64_t *set, uint32_t object) {
  return set && bits_has(set, object);
}

#endif
