/* SPDX-License-Identifier: Apache-2.0 */
/* Solves inclusion constraints by difference propagation with a work list: the new elements of a
 * node's set go along its outgoing links. Loads and stores become copies as their addresses get
 * objects. Most sets stay empty and cost nothing. */
#include "analysis/points.h"

#include "base/vector.h"

#include <string.h>

#define NO_LINK UINT32_MAX

struct points_node {
  uint64_t *set, *handled; /* NULL: empty */
  uint32_t first[POINT_LINKS];
  bool queued;
};

struct points_link {
  uint32_t other, next;
};

struct points {
  struct arena *arena;
  size_t words;
  points_found *found;
  void *context;
  uint64_t *fresh; /* of the node being handled */
  VECTOR(struct points_node) nodes;
  VECTOR(struct points_link) links;
  VECTOR(uint32_t) work;
};

struct points *points_create(uint32_t object_count, points_found *found, void *context) {
  struct points *points = memory_allocate_zeroed(sizeof *points);
  points->arena = arena_create();
  points->words = bits_words(object_count);
  points->found = found;
  points->context = context;
  points->fresh = arena_allocate(points->arena, points->words * sizeof(uint64_t));
  points_add_nodes(points, object_count);
  return points;
}

void points_destroy(struct points *points) {
  if (!points)
    return;
  vector_release(&points->nodes);
  vector_release(&points->links);
  vector_release(&points->work);
  arena_destroy(points->arena);
  memory_release(points);
}

uint32_t points_add_nodes(struct points *points, uint32_t count) {
  struct points_node empty = {NULL, NULL, {NO_LINK, NO_LINK, NO_LINK, NO_LINK}, false};
  uint32_t first = (uint32_t)points->nodes.count;
  vector_reserve(&points->nodes, first + (size_t)count);
  for (uint32_t i = 0; i < count; i++)
    points->nodes.items[first + i] = empty;
  points->nodes.count += count;
  return first;
}

uint32_t points_node_count(const struct points *points) { return (uint32_t)points->nodes.count; }

size_t points_words(const struct points *points) { return points->words; }

const uint64_t *points_of(const struct points *points, uint32_t node) {
  return points->nodes.items[node].set;
}

static struct points_node *node_with_set(struct points *points, uint32_t number) {
  struct points_node *node = &points->nodes.items[number];
  if (!node->set) {
    node->set = arena_allocate(points->arena, 2 * points->words * sizeof(uint64_t));
    node->handled = node->set + points->words;
  }
  return node;
}

static void enqueue(struct points *points, uint32_t number) {
  if (points->nodes.items[number].queued)
    return;
  points->nodes.items[number].queued = true;
  vector_push(&points->work, number);
}

bool points_add_object(struct points *points, uint32_t number, uint32_t object) {
  struct points_node *node = node_with_set(points, number);
  if (points_in(node->set, object))
    return false;
  bits_add(node->set, object);
  enqueue(points, number);
  return true;
}

static void add_set(struct points *points, uint32_t number, const uint64_t *more) {
  if (!bits_is_empty(more, points->words) &&
      bits_join(node_with_set(points, number)->set, more, points->words))
    enqueue(points, number);
}

/* Follows a link other than a copy for one object that its node points to. */
static void follow(struct points *points, enum point_link kind, uint32_t other, uint32_t object) {
  if (kind == POINT_LOAD)
    points_link(points, POINT_COPY, object, other);
  else if (kind == POINT_STORE)
    points_link(points, POINT_COPY, other, object);
  else
    points->found(other, object, points->context);
}

/* A new link catches up with what was handled already; the rest is on the work list. */
static void catch_up(struct points *points, enum point_link kind, uint32_t number, uint32_t other) {
  const uint64_t *handled = points->nodes.items[number].handled;
  if (!handled)
    return;
  if (kind == POINT_COPY) {
    add_set(points, other, handled);
    return;
  }
  bits_each (object, handled, points->words)
    follow(points, kind, other, (uint32_t)object);
}

void points_link(struct points *points, enum point_link kind, uint32_t from, uint32_t to) {
  if (kind == POINT_COPY && from == to)
    return;
  struct points_node *node = &points->nodes.items[from];
  struct points_link link = {to, node->first[kind]};
  node->first[kind] = (uint32_t)points->links.count;
  vector_push(&points->links, link);
  catch_up(points, kind, from, to);
}

void points_visit_links(const struct points *points, uint32_t node, enum point_link kind,
                        points_visitor *visit, void *context) {
  for (uint32_t at = points->nodes.items[node].first[kind]; at != NO_LINK;
       at = points->links.items[at].next)
    visit(node, points->links.items[at].other, context);
}

/* Links that following adds to this very node are new at the front of its list and catch up with
 * what is marked as handled, so that the lists are read as they were. */
static void handle(struct points *points, uint32_t number) {
  struct points_node *node = &points->nodes.items[number];
  uint32_t first[POINT_LINKS];
  memcpy(first, node->first, sizeof first);
  for (size_t i = 0; i < points->words; i++) {
    points->fresh[i] = node->set[i] & ~node->handled[i];
    node->handled[i] = node->set[i];
  }
  for (uint32_t at = first[POINT_COPY]; at != NO_LINK; at = points->links.items[at].next)
    add_set(points, points->links.items[at].other, points->fresh);
  for (enum point_link kind = POINT_LOAD; kind < POINT_LINKS; kind++)
    for (uint32_t at = first[kind]; at != NO_LINK; at = points->links.items[at].next)
      bits_each (object, points->fresh, points->words)
        follow(points, kind, points->links.items[at].other, (uint32_t)object);
}

void points_solve(struct points *points) {
  while (points->work.count) {
    uint32_t number = vector_pop(&points->work);
    points->nodes.items[number].queued = false;
    handle(points, number);
  }
}
