/* SPDX-License-Identifier: Apache-2.0 */
/* Which locks threads can wait for in a cycle. Most programs have none: what threads hold is noted
 * only where the order of locks allows a cycle. If a thread may hold a while it waits for b, a
 * comes before b, and what comes before itself, by way of others, may be part of a cycle. A thread
 * holds itself until it ends: a thread that joins it waits for it.
 *
 * This is found out in the graphs of routines. A lock is an address, if that is a constant, or else
 * each object that it may be in. Functions of the library give back what they are asked to, or the
 * thread does not hold it (library/heddle.h): so after one that can give back a lock with a
 * constant address, and does not take it, the thread does not hold it, unless it took it twice. */
#include "sequentialize/lock_order.h"

#include "base/bits.h"

#include <string.h>

enum { MOST_LOCKS = 256, MOST_HELD = 8, DEEPEST_CALL = 12 };

/* Something that threads hold: a lock with a constant address, all locks in an object, or the
 * threads of a routine. */
struct held_lock {
  enum { LOCK_ADDRESS, LOCK_OBJECT, LOCK_ROUTINE } kind;
  uint64_t address; /* or number */
  uint32_t object;  /* where an address is */
};

struct lock_order {
  VECTOR(struct held_lock) locks;
  size_t words;     /* of a set of them */
  uint64_t *before; /* per lock: the set of those that a thread may wait for while it holds it */
  bool *is_cyclic;  /* per lock */
  bool any, too_many;
  uint32_t most_held; /* the most that one thread holds at once */
  bool may_exceed;    /* a thread may hold more than that */
  uint64_t *pointees; /* scratch */
  uint8_t *known;     /* per C function: see holds_something */
};

/* The call of a C function. */
struct plain_site {
  const struct plain_site *outer;
  const struct flat_node *call;
  unsigned depth;
};

/* A term over the registers of an instance, or of a C function that the instance calls. */
struct lock_term {
  const struct term *term;
  const struct flat_instance *instance;
  const struct plain_site *site;
};

/* The argument that a parameter gets; false: the term is no parameter, or that is not known. */
static bool find_argument(struct lock_term *at) {
  const struct function *function = at->instance->function;
  const struct edge *call = at->instance->caller ? at->instance->call
                            : at->site           ? at->site->call->edge
                                                 : NULL;
  if (at->term->kind != TERM_VARIABLE || !call || at->instance->frames)
    return false;
  uint32_t position = 0;
  while (position < function->parameter_count && function->parameters[position] != at->term->value)
    position++;
  if (position >= function->parameter_count || position >= call->call.argument_count ||
      (function->is_variadic && position + 1 == function->parameter_count))
    return false;
  at->term = call->call.arguments[position];
  if (at->instance->caller) {
    at->instance = at->instance->caller;
  } else {
    at->instance = at->site->call->instance;
    at->site = at->site->outer;
  }
  return true;
}

static size_t find_lock(struct lock_order *h, struct held_lock wanted, bool adds) {
  for (size_t i = 0; i < h->locks.count; i++)
    if (h->locks.items[i].kind == wanted.kind && h->locks.items[i].address == wanted.address)
      return i;
  if (adds && h->locks.count < MOST_LOCKS)
    vector_push(&h->locks, wanted);
  h->too_many |= adds && h->locks.count == MOST_LOCKS;
  return SIZE_MAX;
}

/* What an address may point to: a constant address in an object, or any place in a set of
 * objects. */
struct lock_place {
  bool is_constant, is_unknown;
  uint64_t address;
  uint32_t object;
};

static struct lock_place place_of(struct sequentializer *s, struct lock_term at) {
  struct lock_order *h = s->lock_order;
  struct lock_place place = {0};
  size_t words = sharing_object_count(s->sharing) / 64 + 1;
  do
    at.term = flat_term(s, at.instance, at.term);
  while (find_argument(&at));
  const struct term *term = at.term;
  memset(h->pointees, 0, words * sizeof *h->pointees);
  if (term_is_constant(term)) {
    const struct object *object = program_find_object(s->program, term->value);
    uint32_t thread;
    uint64_t offset;
    bool is_record = s->threads_are_numbers && numbers_record(s, term->value, &thread, &offset);
    if (is_record)
      bits_add(h->pointees, sharing_record(s->sharing));
    place.address = term->value;
    place.is_constant = object != NULL;
    place.is_unknown = !object && !is_record;
    place.object = object ? (uint32_t)(object - s->program->objects) : 0;
    return place;
  }
  sharing_add_pointees(s->sharing, at.instance->function, term, h->pointees);
  place.is_unknown = true;
  for (size_t i = 0; i < words; i++)
    place.is_unknown &= !h->pointees[i];
  return place;
}

/* The locks that an operation takes. They are added to the list first. */
static void find_taken(struct sequentializer *s, struct lock_term at, uint64_t *set) {
  struct lock_order *h = s->lock_order;
  struct lock_place place = place_of(s, at);
  if (place.is_constant) {
    struct held_lock lock = {LOCK_ADDRESS, place.address, place.object};
    size_t found = find_lock(h, lock, !set);
    if (set && found != SIZE_MAX)
      bits_add(set, found);
    return;
  }
  for (uint32_t i = 0; i < sharing_object_count(s->sharing); i++) {
    if ((!bits_has(h->pointees, i) && !place.is_unknown) || i == sharing_record(s->sharing))
      continue;
    size_t found = find_lock(h, (struct held_lock){LOCK_OBJECT, i, i}, !set);
    if (set && found != SIZE_MAX)
      bits_add(set, found);
  }
}

/* The set of all locks that the address may be that of. A thread of `unit` does not wait for
 * itself. */
static void find_meant(struct sequentializer *s, const struct flat_instance *instance,
                       const struct term *address, const struct flat_unit *unit, uint64_t *set) {
  struct lock_order *h = s->lock_order;
  struct lock_place place = place_of(s, (struct lock_term){address, instance, NULL});
  bool is_record = bits_has(h->pointees, sharing_record(s->sharing)) || place.is_unknown;
  for (size_t i = 0; i < h->locks.count; i++) {
    const struct held_lock *lock = &h->locks.items[i];
    bool meant = place.is_unknown;
    if (lock->kind == LOCK_ROUTINE)
      meant = is_record && !(unit && unit->is_single && unit->number == lock->address);
    else if (place.is_constant)
      meant = lock->kind == LOCK_ADDRESS ? lock->address == place.address
                                         : lock->object == place.object;
    else
      meant |= bits_has(h->pointees, lock->object);
    if (meant)
      bits_add(set, i);
  }
}

static bool is_hold(const struct flat_node *node) {
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_HOLD;
}

/* Is it a wait that only a thread that holds the object can end? */
static bool is_firm(const struct sequentializer *s, const struct edge *wait) {
  return !wait->wait.spurious && !(wait->wait.cancellable && s->program->cancelling);
}

/* Does the function, or one that it calls, acquire or release anything? */
static bool holds_something(struct sequentializer *s, const struct function *function) {
  enum { NOT_ASKED, BEING_ASKED, NOTHING, SOMETHING };
  uint8_t *known = &s->lock_order->known[function->number];
  if (*known != NOT_ASKED)
    return *known == SOMETHING; /* a function that calls itself adds nothing */
  *known = BEING_ASKED;
  const struct flat_unit *unit = flat_function(s, function);
  bool found = false;
  for (size_t i = 0; i < unit->nodes.count && !found; i++)
    found = is_hold(&unit->nodes.items[i]) || (unit->nodes.items[i].kind == FLAT_CALL &&
                                               holds_something(s, unit->nodes.items[i].function));
  *known = found ? SOMETHING : NOTHING;
  return found;
}

/* Adds what a node, with the functions that it calls, acquires and releases to the sets. Without
 * sets: adds what it acquires to the list of locks. */
static void visit_holds(struct sequentializer *s, const struct flat_node *node,
                        const struct plain_site *site, uint64_t *taken, uint64_t *given) {
  struct lock_order *h = s->lock_order;
  if (is_hold(node)) {
    struct lock_term at = {node->edge->hold.object, node->instance, site};
    if (node->edge->hold.taken)
      find_taken(s, at, taken);
    if (node->edge->hold.taken || !given)
      return;
    struct lock_place place = place_of(s, at);
    size_t found = find_lock(h, (struct held_lock){LOCK_ADDRESS, place.address, 0}, false);
    if (place.is_constant && found != SIZE_MAX)
      bits_add(given, found);
  }
  if (node->kind != FLAT_CALL || !holds_something(s, node->function))
    return;
  struct plain_site inner = {site, node, site ? site->depth + 1 : 1};
  h->too_many |= inner.depth > DEEPEST_CALL;
  const struct flat_unit *unit = flat_function(s, node->function);
  if (!node->function->is_library)
    given = NULL; /* the program may release it, or not */
  for (size_t i = 0; i < unit->nodes.count && inner.depth <= DEEPEST_CALL; i++)
    visit_holds(s, &unit->nodes.items[i], &inner, taken, given);
}

/* The locks that each node acquires and releases, and which of them are held. */
struct lock_flow {
  const struct flat_unit *unit;
  uint64_t *taken, *given; /* per node: by it */
  uint64_t *again;         /* per node that calls: taken by the call, so twice if held before it */
  uint64_t *held, *twice;  /* per node: before it, once or more, and more than once */
  VECTOR(uint32_t) active;
};

/* Does the code of the function itself release something? */
static bool gives_itself(const struct function *function) {
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (function->edges[i].op == OPERATION_HOLD && !function->edges[i].hold.taken)
      return true;
  return false;
}

/* Does the function certainly release the lock that the caller holds? Others may come to a lock
 * error first. */
static bool is_reliable(const struct sequentializer *s, const struct function *function) {
  return function->is_library &&
         (property_in(PROPERTY_LOCK, s->options->properties) || gives_itself(function));
}

static void find_own(struct sequentializer *s, struct lock_flow *flow, uint32_t number) {
  const struct flat_node *node = &flow->unit->nodes.items[number];
  size_t words = s->lock_order->words;
  uint64_t *taken = flow->taken + number * words, *given = flow->given + number * words;
  visit_holds(s, node, NULL, taken, given);
  if (node->kind == FLAT_CALL && !node->instance->function->is_library)
    for (size_t i = 0; i < words; i++)
      flow->again[number * words + i] = taken[i] & ~given[i];
  bool is_active = is_hold(node),
       keeps = node->kind == FLAT_CALL && !is_reliable(s, node->function);
  for (size_t i = 0; i < words; i++) {
    is_active |= taken[i] || given[i];
    given[i] &= keeps ? 0 : ~taken[i];
  }
  if (is_active)
    vector_push(&flow->active, number);
}

/* Is the instance a part of what the library does in the outer one? */
static bool is_inside(const struct flat_instance *instance, const struct flat_instance *outer) {
  while (instance && instance != outer && instance->function->is_library)
    instance = instance->caller;
  return instance == outer;
}

/* Adds what a function of the library acquires and releases, with all that it calls. */
static void add_inside(const struct lock_flow *flow, const struct flat_instance *instance,
                       size_t words, uint64_t *taken, uint64_t *given) {
  for (size_t i = 0; i < flow->active.count; i++) {
    uint32_t inner = flow->active.items[i];
    if (!is_inside(flow->unit->nodes.items[inner].instance, instance))
      continue;
    for (size_t j = 0; j < words; j++) {
      taken[j] |= flow->taken[inner * words + j];
      given[j] |= flow->given[inner * words + j];
    }
  }
}

/* Finds what the program acquires by calling a function of the library, and what it no longer
 * holds after the call. */
static void find_called(struct sequentializer *s, struct lock_flow *flow, uint32_t number) {
  const struct flat_node *node = &flow->unit->nodes.items[number];
  size_t words = s->lock_order->words;
  if ((node->kind != FLAT_RETURN && node->kind != FLAT_BIND) ||
      !node->callee->function->is_library || node->callee->frames)
    return;
  uint64_t *taken = memory_allocate_zeroed(2 * words * sizeof *taken), *given = taken + words;
  add_inside(flow, node->callee, words, taken, given);
  for (size_t j = 0; j < words; j++) {
    if (node->kind == FLAT_BIND && !node->instance->function->is_library)
      flow->again[number * words + j] = taken[j] & ~given[j];
    else if (node->kind == FLAT_RETURN && is_reliable(s, node->callee->function))
      flow->given[number * words + j] = given[j] & ~taken[j];
  }
  memory_release(taken);
}

/* Propagates what may be held after a node to its successors. A lock that was acquired more than
 * once is still held after one release. True: something changed. */
static bool pass_on(struct lock_flow *flow, uint32_t number, size_t words) {
  const struct flat_node *node = &flow->unit->nodes.items[number];
  bool changed = false;
  for (uint32_t k = 0; k < node->successor_count; k++)
    for (size_t j = 0; j < words; j++) {
      size_t from = number * words + j, to = node->successors[k] * words + j;
      uint64_t twice = flow->twice[from] | (flow->held[from] & flow->again[from]);
      uint64_t held = (flow->held[from] & ~(flow->given[from] & ~twice)) | flow->taken[from];
      changed |= (held & ~flow->held[to]) || (twice & ~flow->twice[to]);
      flow->held[to] |= held;
      flow->twice[to] |= twice;
    }
  return changed;
}

/* Finds what may be held before each node. */
static uint64_t *find_held(struct sequentializer *s, const struct flat_unit *unit) {
  size_t words = s->lock_order->words, count = unit->nodes.count;
  uint64_t *held = memory_allocate_zeroed((count + 1) * words * sizeof *held);
  struct lock_flow flow = {.unit = unit};
  flow.taken = memory_allocate_zeroed((count + 1) * words * sizeof *flow.taken);
  flow.given = memory_allocate_zeroed((count + 1) * words * sizeof *flow.given);
  flow.again = memory_allocate_zeroed((count + 1) * words * sizeof *flow.again);
  flow.twice = memory_allocate_zeroed((count + 1) * words * sizeof *flow.twice);
  for (uint32_t i = 0; i < count; i++)
    find_own(s, &flow, i);
  for (uint32_t i = 0; i < count; i++)
    find_called(s, &flow, i);
  bits_add(held + unit->entry * words,
           find_lock(s->lock_order, (struct held_lock){LOCK_ROUTINE, unit->number, 0}, false));
  flow.held = held;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < count; i++)
      changed |= pass_on(&flow, i, words);
  }
  memory_release(flow.twice);
  memory_release(flow.again);
  memory_release(flow.taken);
  memory_release(flow.given);
  vector_release(&flow.active);
  return held;
}

/* Finds which locks may be acquired while which others are held. */
static void find_order(struct sequentializer *s, const struct flat_unit *unit) {
  struct lock_order *h = s->lock_order;
  uint64_t *held = find_held(s, unit), *meant = memory_allocate(h->words * sizeof *meant);
  for (size_t i = 0; i < unit->nodes.count; i++) {
    const struct flat_node *node = &unit->nodes.items[i];
    if (node->kind != FLAT_EDGE || node->edge->op != OPERATION_WAIT || !is_firm(s, node->edge))
      continue;
    memset(meant, 0, h->words * sizeof *meant);
    find_meant(s, node->instance, node->edge->wait.object, unit, meant);
    for (size_t k = 0; k < h->locks.count; k++)
      for (size_t j = 0; j < h->words && bits_has(held + i * h->words, k); j++)
        h->before[k * h->words + j] |= meant[j];
  }
  memory_release(held);
  memory_release(meant);
}

static void find_cycles(struct lock_order *h) {
  size_t count = h->locks.count;
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < count; i++)
      for (size_t j = 0; j < h->words && bits_has(h->before + i * h->words, k); j++)
        h->before[i * h->words + j] |= h->before[k * h->words + j];
  for (size_t i = 0; i < count; i++) {
    h->is_cyclic[i] = h->too_many || bits_has(h->before + i * h->words, i);
    h->any |= h->is_cyclic[i];
  }
}

/* How much a thread of the routine may hold at once, and whether functions have to know the running
 * thread.
 */
static void count_held(struct sequentializer *s, const struct flat_unit *unit) {
  struct lock_order *h = s->lock_order;
  uint32_t count = 0;
  for (uint32_t i = 0; i < unit->nodes.count; i++) {
    const struct flat_node *node = &unit->nodes.items[i];
    if (!is_hold(node) || !lock_order_is_noted(s, node->instance, node->edge))
      continue;
    s->needs.running |= unit->is_plain;
    count += node->edge->hold.taken;
    h->may_exceed |= unit->is_plain || (node->edge->hold.taken && flow_repeats(unit, i));
  }
  h->most_held = count > h->most_held ? count : h->most_held;
}

static void settle(struct sequentializer *s) {
  struct lock_order *h = s->lock_order;
  for (size_t i = 0; i < s->routines.count; i++)
    count_held(s, s->routines.items[i]);
  for (size_t i = 0; i < s->functions.count; i++)
    count_held(s, s->functions.items[i]);
  h->may_exceed |= h->most_held > MOST_HELD;
  if (h->may_exceed)
    h->most_held = MOST_HELD;
  s->needs.limits |= h->may_exceed;
}

void lock_order_find(struct sequentializer *s) {
  if (!property_in(PROPERTY_DEADLOCK, s->options->properties) || s->is_linear)
    return;
  struct lock_order *h = s->lock_order = memory_allocate_zeroed(sizeof *h);
  h->pointees = memory_allocate((sharing_object_count(s->sharing) / 64 + 1) * sizeof *h->pointees);
  h->known = memory_allocate_zeroed(s->program->function_count + 1);
  for (size_t i = 0; i < s->routines.count; i++) {
    const struct flat_unit *unit = s->routines.items[i];
    find_lock(h, (struct held_lock){LOCK_ROUTINE, unit->number, 0}, true);
    for (size_t k = 0; k < unit->nodes.count; k++)
      visit_holds(s, &unit->nodes.items[k], NULL, NULL, NULL);
  }
  h->words = h->locks.count / 64 + 1;
  h->before = memory_allocate_zeroed((h->locks.count + 1) * h->words * sizeof *h->before);
  h->is_cyclic = memory_allocate_zeroed(h->locks.count + 1);
  for (size_t i = 0; i < s->routines.count; i++)
    find_order(s, s->routines.items[i]);
  find_cycles(h);
  if (h->any)
    settle(s);
}

void lock_order_release(struct sequentializer *s) {
  if (!s->lock_order)
    return;
  vector_release(&s->lock_order->locks);
  memory_release(s->lock_order->before);
  memory_release(s->lock_order->is_cyclic);
  memory_release(s->lock_order->pointees);
  memory_release(s->lock_order->known);
  memory_release(s->lock_order);
}

bool lock_order_has_cycles(const struct sequentializer *s) {
  return s->lock_order && s->lock_order->any;
}

/* May the address be that of something that can be part of a cycle? */
static bool is_cyclic(struct sequentializer *s, const struct flat_instance *instance,
                      const struct term *address, bool is_wait) {
  struct lock_order *h = s->lock_order;
  if (!lock_order_has_cycles(s))
    return false;
  uint64_t *meant = memory_allocate_zeroed(h->words * sizeof *meant);
  find_meant(s, instance, address, NULL, meant);
  bool found = h->too_many;
  for (size_t i = 0; i < h->locks.count; i++)
    found |= bits_has(meant, i) && h->is_cyclic[i] &&
             (is_wait || h->locks.items[i].kind != LOCK_ROUTINE);
  memory_release(meant);
  return found;
}

bool lock_order_is_noted(struct sequentializer *s, const struct flat_instance *instance,
                         const struct edge *hold) {
  return !numbers_is_thread(s, instance->function, hold->hold.object) &&
         is_cyclic(s, instance, hold->hold.object, false);
}

bool lock_order_is_awaited(struct sequentializer *s, const struct flat_instance *instance,
                           const struct edge *wait) {
  return is_firm(s, wait) && is_cyclic(s, instance, wait->wait.object, true);
}

uint32_t lock_order_most_held(const struct sequentializer *s, bool *may_exceed) {
  *may_exceed = s->lock_order->may_exceed;
  return s->lock_order->most_held;
}
