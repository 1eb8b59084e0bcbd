/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the slots of a program. Where a fence could be added, this inserts an edge without effect
 * before the access, or after it. */
#include "transform/slots.h"

#include "analysis/sharing.h"
#include "base/bits.h"
#include "program/access.h"
#include "transform/function_edit.h"
#include "transform/strength.h"

#include <stdlib.h>
#include <string.h>

#define ALL_ORDERS                                                                                 \
  (STRENGTH_BIT(ORDER_RELAXED) | STRENGTH_BIT(ORDER_ACQUIRE) | STRENGTH_BIT(ORDER_RELEASE) |       \
   STRENGTH_BIT(ORDER_ACQ_REL) | STRENGTH_BIT(ORDER_SEQ_CST))

/* What a fence can be under the model, where it makes a difference. */
static unsigned fence_orders(enum memory_model model) {
  if (model == MEMORY_RC11)
    return ALL_ORDERS;
  unsigned strongest = STRENGTH_BIT(ORDER_RELAXED) | STRENGTH_BIT(ORDER_SEQ_CST);
  return model == MEMORY_PSO ? strongest | STRENGTH_BIT(ORDER_RELEASE) : strongest;
}

static unsigned kind_orders(enum slot_kind kind, enum memory_model model) {
  switch (kind) {
  case SLOT_LOAD:
  case SLOT_CAS_FAILURE:
    return STRENGTH_BIT(ORDER_RELAXED) | STRENGTH_BIT(ORDER_ACQUIRE) | STRENGTH_BIT(ORDER_SEQ_CST);
  case SLOT_STORE:
    return STRENGTH_BIT(ORDER_RELAXED) | STRENGTH_BIT(ORDER_RELEASE) | STRENGTH_BIT(ORDER_SEQ_CST);
  case SLOT_RMW:
  case SLOT_CAS:
    return ALL_ORDERS;
  case SLOT_FENCE:
  case SLOT_BEFORE:
  case SLOT_AFTER:
    break;
  }
  return fence_orders(model);
}

const char *slots_kind_name(enum slot_kind kind) {
  static const char *const names[] = {[SLOT_LOAD] = "load",
                                      [SLOT_STORE] = "store",
                                      [SLOT_RMW] = "read-modify-write",
                                      [SLOT_CAS] = "compare-exchange",
                                      [SLOT_CAS_FAILURE] = "failing compare-exchange",
                                      [SLOT_FENCE] = "fence",
                                      [SLOT_BEFORE] = "new fence before",
                                      [SLOT_AFTER] = "new fence after"};
  return names[kind];
}

static bool is_same_place(struct position a, struct position b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* How many slots of the kind the function has there already. */
static uint32_t count_at(const struct order_slots *slots, const struct function *function,
                         enum slot_kind kind, const struct edge *edge) {
  uint32_t count = 0;
  vector_each (slot, &slots->list) {
    for (size_t j = 0; j < slot->edges.count; j++)
      count += slot->kind == kind && is_same_place(slot->at, edge->at) &&
               slot->edges.items[j] >= function->edges &&
               slot->edges.items[j] < function->edges + function->edge_count;
  }
  return count;
}

/* One that another function has at the same place of the source; NULL: none. */
static struct order_slot *find_slot(struct order_slots *slots, enum slot_kind kind,
                                    const struct edge *edge, uint32_t ordinal) {
  vector_each (slot, &slots->list) {
    if (slot->kind == kind && slot->ordinal == ordinal && edge->at.line &&
        is_same_place(slot->at, edge->at))
      return slot;
  }
  return NULL;
}

static struct order_slot *add_slot(struct order_slots *slots, const struct function *function,
                                   enum slot_kind kind, struct edge *edge, enum memory_order given,
                                   unsigned allowed) {
  if (given == ORDER_PLAIN)
    return NULL;
  uint32_t ordinal = count_at(slots, function, kind, edge);
  struct order_slot *slot = find_slot(slots, kind, edge, ordinal);
  if (!slot) {
    struct order_slot fresh = {.kind = kind,
                               .at = edge->at,
                               .function = function,
                               .ordinal = ordinal,
                               .given = given,
                               .allowed = allowed | STRENGTH_BIT(given)};
    vector_push(&slots->list, fresh);
    slot = &vector_last(&slots->list);
  }
  slot->is_computed |= slot->given != given;
  vector_push(&slot->edges, edge);
  return slot;
}

/* A weak compare-exchange that fails without a reason is a load into the same register. Its order
 * is the one of failure. NULL: the edge is no such load. */
static const struct edge *exchange_of(const struct function *function, const struct edge *load) {
  if (load->op != OPERATION_LOAD || load->load.order == ORDER_PLAIN)
    return NULL;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (edge->op == OPERATION_CAS && edge->cas.old == load->load.target &&
        is_same_place(edge->at, load->at))
      return edge;
  }
  return NULL;
}

static void add_to_slot_of(struct order_slots *slots, enum slot_kind kind,
                           const struct edge *leader, struct edge *edge) {
  vector_each (slot, &slots->list) {
    for (size_t j = 0; slot->kind == kind && j < slot->edges.count; j++)
      if (slot->edges.items[j] == leader) {
        vector_push(&slot->edges, edge);
        return;
      }
  }
}

static void add_given(struct order_slots *slots, const struct function *function, struct edge *edge,
                      enum memory_model model) {
  bool accesses = model == MEMORY_RC11;
  if (edge->is_assembly)
    return;
  if (exchange_of(function, edge))
    return;
  if (edge->op == OPERATION_LOAD && accesses) {
    add_slot(slots, function, SLOT_LOAD, edge, edge->load.order, kind_orders(SLOT_LOAD, model));
  } else if (edge->op == OPERATION_STORE && accesses) {
    add_slot(slots, function, SLOT_STORE, edge, edge->store.order, kind_orders(SLOT_STORE, model));
  } else if (edge->op == OPERATION_RMW && accesses) {
    add_slot(slots, function, SLOT_RMW, edge, edge->rmw.order, kind_orders(SLOT_RMW, model));
  } else if (edge->op == OPERATION_CAS && accesses) {
    add_slot(slots, function, SLOT_CAS, edge, edge->cas.order, kind_orders(SLOT_CAS, model));
    add_slot(slots, function, SLOT_CAS_FAILURE, edge, edge->cas.failure,
             kind_orders(SLOT_CAS_FAILURE, model));
  } else if (edge->op == OPERATION_FENCE) {
    add_slot(slots, function, SLOT_FENCE, edge, edge->fence.order, fence_orders(model));
  }
}

/* An edge that does nothing, where a fence could be, beside an access. Both are the only edge of
 * their location. */
struct fence_room {
  enum slot_kind kind;
  const struct function *function;
  uint32_t fence, access; /* locations */
};

/* The edges of each function that get fences, found before any function is changed. */
struct fencing {
  struct order_slots *slots;
  enum memory_model model;
  bool **wanted; /* for each function with edges of its own, for each edge */
  VECTOR(struct fence_room) rooms;
};

/* May several threads access what the term points to? */
static bool points_to_shared(const struct sharing *sharing, const struct function *function,
                             const struct term *address, uint64_t *set) {
  size_t words = bits_words(sharing_object_count(sharing));
  bits_clear(set, words);
  sharing_add_pointees(sharing, function, address, set);
  bits_each (object, set, words)
    if (sharing_is_shared(sharing, (uint32_t)object))
      return true;
  return false;
}

static bool is_users(const struct function *function) {
  return !function->is_library && !function->is_observer && function->edge_count;
}

/* Under rc11 plain accesses do not race, so there is nothing for a fence beside them to do that one
 * beside an atomic access could not. */
static void find_fences(struct fencing *in) {
  struct program *program = in->slots->program;
  struct sharing *sharing = sharing_create(program);
  uint64_t *set = bits_create(bits_words(sharing_object_count(sharing)));
  in->wanted = memory_allocate_zeroed((program->function_count + 1) * sizeof *in->wanted);
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    if (!is_users(function))
      continue;
    in->wanted[i] = memory_allocate_zeroed(function->edge_count + 1);
    for (uint32_t j = 0; j < function->edge_count; j++) {
      struct edge_access access;
      in->wanted[i][j] =
          function->edges[j].at.line && edge_value_access(&function->edges[j], &access) &&
          (access_is_atomic(&access) ||
           (in->model != MEMORY_RC11 && points_to_shared(sharing, function, access.address, set)));
    }
  }
  memory_release(set);
  sharing_destroy(sharing);
}

/* The only edge of a location. */
static struct edge *edge_at(const struct function *function, uint32_t location) {
  return (struct edge *)(uintptr_t)&function->edges[function->locations[location].first_edge];
}

/* Puts an edge that does nothing before the access, and one after it, unless it is a load and the
 * model has stores that are delayed, but no loads. */
static void make_room(struct fencing *in, struct function_edit *edit, const struct edge *access) {
  struct edge nothing = {.op = OPERATION_SKIP, .at = access->at};
  struct fence_room after = {.kind = SLOT_AFTER, .function = edit->function};
  struct fence_room before = {
      .kind = SLOT_BEFORE, .function = edit->function, .fence = access->from};
  bool is_followed = access->op != OPERATION_LOAD || in->model == MEMORY_RC11;
  if (is_followed)
    after.fence = function_edit_insert_after(edit, access->from, nothing);
  after.access = before.access = function_edit_insert_before(edit, access->from, nothing);
  if (is_followed)
    vector_push(&in->rooms, after);
  vector_push(&in->rooms, before);
}

static void refit(struct fencing *in, struct function *function) {
  struct function_edit edit;
  function_edit_begin(&edit, in->slots->program->arena, function);
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (in->wanted[function->number][i])
      make_room(in, &edit, &function->edges[i]);
  function_edit_finish(&edit, function);
  for (uint32_t i = 0; i < function->edge_count; i++)
    add_given(in->slots, function, (struct edge *)(uintptr_t)&function->edges[i], in->model);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *exchange = exchange_of(function, &function->edges[i]);
    if (exchange)
      add_to_slot_of(in->slots, SLOT_CAS_FAILURE, exchange,
                     (struct edge *)(uintptr_t)&function->edges[i]);
  }
}

static struct edge *access_of(const struct fence_room *room) {
  return edge_at(room->function, room->access);
}

static void add_room(struct fencing *in, const struct fence_room *room) {
  struct order_slot *slot =
      add_slot(in->slots, room->function, room->kind, edge_at(room->function, room->fence),
               ORDER_RELAXED, fence_orders(in->model));
  slot->follows_load = access_of(room)->op == OPERATION_LOAD;
}

/* A fence beside a weak compare-exchange is also one beside the load that it may be. */
static void add_rooms(struct fencing *in) {
  vector_each (room, &in->rooms)
    if (!exchange_of(room->function, access_of(room)))
      add_room(in, room);
  vector_each (room, &in->rooms) {
    const struct edge *exchange = exchange_of(room->function, access_of(room));
    vector_each (other, &in->rooms)
      if (exchange && access_of(other) == exchange && other->kind == room->kind)
        add_to_slot_of(in->slots, room->kind, edge_at(other->function, other->fence),
                       edge_at(room->function, room->fence));
  }
}

static int compare_slots(const void *left, const void *right) {
  const struct order_slot *a = left, *b = right;
  const uint32_t keys[][2] = {{a->at.file, b->at.file},
                              {a->at.line, b->at.line},
                              {a->at.column, b->at.column},
                              {a->kind, b->kind},
                              {a->ordinal, b->ordinal}};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (keys[i][0] != keys[i][1])
      return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

static void sort(struct order_slots *slots, size_t first) {
  if (slots->list.count > first)
    qsort(slots->list.items + first, slots->list.count - first, sizeof *slots->list.items,
          compare_slots);
}

struct order_slots *slots_create(struct program *program, enum memory_model model) {
  struct order_slots *slots = memory_allocate_zeroed(sizeof *slots);
  slots->program = program;
  struct fencing in = {.slots = slots, .model = model};
  find_fences(&in);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (in.wanted[i]) {
      refit(&in, program->functions[i]);
      memory_release(in.wanted[i]);
    }
  memory_release(in.wanted);
  sort(slots, 0);
  slots->given_count = slots->list.count;
  add_rooms(&in);
  sort(slots, slots->given_count);
  vector_release(&in.rooms);
  program_validate(program);
  return slots;
}

void slots_destroy(struct order_slots *slots) {
  for (size_t i = 0; slots && i < slots->list.count; i++)
    vector_release(&slots->list.items[i].edges);
  if (slots)
    vector_release(&slots->list);
  memory_release(slots);
}

void slots_show_fences(struct order_slots *slots) {
  for (size_t i = slots->given_count; i < slots->list.count; i++) {
    const struct order_slot *slot = &slots->list.items[i];
    for (size_t j = 0; j < slot->edges.count; j++) {
      slot->edges.items[j]->op = OPERATION_FENCE;
      slot->edges.items[j]->fence.order = ORDER_RELAXED;
    }
  }
}

static void set_order(struct edge *edge, enum slot_kind kind, enum memory_order order) {
  switch (kind) {
  case SLOT_LOAD:
    edge->load.order = order;
    break;
  case SLOT_STORE:
    edge->store.order = order;
    break;
  case SLOT_RMW:
    edge->rmw.order = order;
    break;
  case SLOT_CAS:
    edge->cas.order = order;
    break;
  case SLOT_CAS_FAILURE:
    if (edge->op == OPERATION_LOAD)
      edge->load.order = order;
    else
      edge->cas.failure = order;
    break;
  case SLOT_FENCE:
  case SLOT_BEFORE:
  case SLOT_AFTER:
    if (edge->op == OPERATION_FENCE)
      edge->fence.order = order;
    break;
  }
}

void slots_set(struct order_slots *slots, const unsigned char *setting) {
  for (size_t i = 0; i < slots->list.count; i++) {
    const struct order_slot *slot = &slots->list.items[i];
    for (size_t j = 0; j < slot->edges.count && !slot->is_computed; j++)
      set_order(slot->edges.items[j], slot->kind, (enum memory_order)setting[i]);
  }
  slots->program->orders = program_find_orders(slots->program);
}
