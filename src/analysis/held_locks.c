/* SPDX-License-Identifier: Apache-2.0 */
/* What the library's functions do that are not followed: with the lock that is their first
 * argument, as they say themselves (src/library/heddle.h), or printing. Models of locks have ways
 * to fail that depend on values (a lock that was destroyed, or is of another type), so that
 * following them would tell nothing; all of these but robust mutexes are misuse. */
#include "analysis/held_state.h"

#include "analysis/points.h"

#include <string.h>

/* The number of the argument that is the format; negative: the function has none. */
static int find_format(const struct function *function) {
  static const struct {
    const char *name;
    int format;
  } table[] = {{"printf", 0}, {"fprintf", 1}, {"dprintf", 1}, {"sprintf", 1}, {"snprintf", 2}};
  const char *name = program_function_name(function);
  for (size_t i = 0; function->is_library && i < sizeof table / sizeof *table; i++)
    if (strcmp(name, table[i].name) == 0)
      return table[i].format;
  return -1;
}

bool held_prints_to_buffer(const struct function *function) {
  return strstr(function->name, "sprintf") || strstr(function->name, "snprintf");
}

bool held_is_plain_format(const struct held_analysis *held, const struct edge *call,
                          const struct function *callee, bool *reads_pointers) {
  int number = find_format(callee);
  if (number < 0 || (uint32_t)number >= call->call.argument_count ||
      !term_is_constant(call->call.arguments[number]))
    return false;
  uint64_t address = call->call.arguments[number]->value;
  const struct object *object = program_find_object(held->program, address);
  if (!object || !object->is_constant || !object->bytes)
    return false;
  const char *text = (const char *)object->bytes + (address - object->address);
  size_t size = object->size - (address - object->address);
  *reads_pointers = false;
  bool is_wide = false, is_inside = false;
  for (size_t i = 0; i < size && text[i]; i++) {
    if (!is_inside) {
      is_inside = text[i] == '%';
      is_wide = false;
      continue;
    }
    if (text[i] == 'n' || text[i] == 'S' || text[i] == 'C' || text[i] == '*' || text[i] == '$' ||
        (is_wide && (text[i] == 's' || text[i] == 'c')))
      return false;
    *reads_pointers |= text[i] == 's';
    is_wide |= text[i] == 'l';
    is_inside = strchr("0123456789.-+ #'hljztqL", text[i]) != NULL;
  }
  return true;
}

bool held_prints(const struct function *function) { return find_format(function) >= 0; }

uint32_t held_lock_bytes(const struct program *program, const struct function *function) {
  static const char spin[] = "pthread_spin_";
  enum { SMALL = 4, WORDS = 4 }; /* a number; of src/library/mutex.h and rwlock.c */
  bool is_small =
      function && (function->effect == EFFECT_ONCE || function->effect == EFFECT_WAITS ||
                   (function->is_library && strncmp(function->name, spin, sizeof spin - 1) == 0));
  return is_small ? SMALL : WORDS * program->pointer_width / 8;
}

/* The bit of the lock that an argument of a call points to; 0: it is not known which one. */
static uint64_t lock_of(struct held_analysis *held, const struct function *caller,
                        const struct edge *call, uint32_t number) {
  struct held_place place;
  if (!held_find_place(held, caller, call->call.arguments[number], &place))
    return 0;
  place.bytes = held_lock_bytes(held->program, number ? NULL : call->call.callee);
  held_find_words(held->program, call->call.callee, place.words);
  for (size_t i = 0; i < held->locks.count; i++) {
    struct held_place *known = &held->locks.items[i];
    if (known->object != place.object || known->offset != place.offset)
      continue;
    if (place.bytes > known->bytes)
      known->bytes = place.bytes;
    if (memcmp(known->words, place.words, sizeof place.words) != 0) /* of another kind */
      held->misused |= (uint64_t)1 << i;
    return (uint64_t)1 << i;
  }
  if (held->locks.count == HELD_MOST_LOCKS)
    return 0;
  vector_push(&held->locks, place);
  if (!held_begins_free(held, &place))
    held->misused |= (uint64_t)1 << (held->locks.count - 1);
  held_wait_for_all(held);
  return (uint64_t)1 << (held->locks.count - 1);
}

/* All locks that a term may point to. */
static uint64_t locks_near(struct held_analysis *held, const struct function *caller,
                           const struct term *term) {
  uint64_t locks = 0;
  held_find_pointees(held, caller, term);
  for (size_t i = 0; i < held->locks.count; i++)
    if (bits_has(held->set, held->locks.items[i].object))
      locks |= (uint64_t)1 << i;
  return locks;
}

static void give_back(struct held_analysis *held, const struct function *caller,
                      const struct edge *call, struct held_state *state) {
  uint64_t lock = lock_of(held, caller, call, 0);
  held->misused |= lock & ~(state->locks | state->read_locks);
  uint64_t given = lock ? lock : locks_near(held, caller, call->call.arguments[0]);
  state->locks &= ~given;
  state->read_locks &= ~given;
}

void held_apply_effect(struct held_analysis *held, const struct function *caller,
                       const struct edge *call, enum library_effect effect,
                       struct held_state *state) {
  if (effect == EFFECT_WAITS && call->call.argument_count > 1)
    held->misused |= lock_of(held, caller, call, 1) & ~state->locks;
  if (!call->call.argument_count || effect == EFFECT_WAITS)
    return;
  if (effect == EFFECT_GIVES) {
    give_back(held, caller, call, state);
    return;
  }
  uint64_t lock = lock_of(held, caller, call, 0);
  lock &= ~(state->unready[0] | state->unready[1]);
  bool tries = effect == EFFECT_TRIES || effect == EFFECT_TRIES_SHARED;
  if (effect == EFFECT_TAKES)
    state->locks |= lock;
  else if (effect == EFFECT_TAKES_SHARED || effect == EFFECT_ONCE)
    state->read_locks |= lock;
  else if (tries && lock && call->call.result_count && call->call.results[0] != NO_REGISTER) {
    state->tried_register = call->call.results[0];
    state->tried = effect == EFFECT_TRIES ? lock : 0;
    state->tried_read = effect == EFFECT_TRIES_SHARED ? lock : 0;
  }
}

/* Does the term say that the register is zero? */
static bool says_zero(const struct term *term, uint32_t number) {
  if (term->kind != TERM_APPLY || term->op != OP_EQ)
    return false;
  const struct term *a = term->operands[0], *b = term->operands[1];
  if (term_is_constant(a)) {
    const struct term *swapped = a;
    a = b;
    b = swapped;
  }
  return a->kind == TERM_VARIABLE && a->value == number && term_is_constant(b) && !b->value;
}

void held_learn(const struct edge *assume, struct held_state *state) {
  const struct term *condition = assume->assume.condition;
  if (state->tried_register == NO_REGISTER)
    return;
  if (!state->tried && !state->tried_read)
    state->is_alone |=
        condition->kind == TERM_VARIABLE && condition->value == state->tried_register;
  if (!says_zero(condition, state->tried_register))
    return;
  state->locks |= state->tried;
  state->read_locks |= state->tried_read;
}

bool held_may_hit_lock(const struct held_access *access) {
  return access->size == 1 || access->edge->op == OPERATION_COPY ||
         access->edge->op == OPERATION_FILL;
}

/* Does the access reach the bytes of a lock that say who holds it? */
static bool hits(struct held_analysis *held, const struct held_access *access,
                 const struct held_place *lock) {
  int64_t offset;
  held_find_pointees(held, access->function, access->address);
  if (!points_in(held->set, lock->object))
    return false;
  if (!offsets_of(held->offsets, access->function, access->address, &offset))
    return held_may_hit_lock(access);
  return offset < lock->offset + (int64_t)lock->bytes &&
         (access->size > INT32_MAX || lock->offset < offset + (int64_t)access->size);
}

/* May another thread hold a lock while main overwrites it? Then it has an access that takes it. */
static bool may_be_taken(struct held_analysis *held, const struct held_access *write,
                         const struct held_place *lock) {
  vector_each (access, &held->accesses)
    if (access->is_of_lock && access->kind && held_may_meet(held, write, access)) {
      held_find_pointees(held, access->function, access->address);
      if (points_in(held->set, lock->object))
        return true;
    }
  return false;
}

/* Locks in memory that is allocated, and then holds anything, while other threads may take them. */
static uint64_t find_allocated(struct held_analysis *held, const struct held_context *context,
                               const struct edge *edge) {
  const struct held_state *state = &context->at[edge->from];
  struct held_access write = {.kind = context->kind, .running = state->running};
  uint64_t found = 0;
  for (size_t i = 0; i < held->locks.count; i++) {
    const struct held_place *lock = &held->locks.items[i];
    bool is_there =
        lock->object >= held->program->object_count && held->allocations[lock->object].edge == edge;
    if (is_there && (context->kind || may_be_taken(held, &write, lock)))
      found |= (uint64_t)1 << i;
  }
  return found;
}

uint64_t held_find_overwritten(struct held_analysis *held) {
  uint64_t found = 0;
  vector_each (context, &held->contexts)
    for (uint32_t i = 0; i < context->function->edge_count; i++) {
      const struct edge *edge = &context->function->edges[i];
      if (edge->op == OPERATION_ALLOCATE && !edge->allocate.zeroed &&
          context->at[edge->from].is_reached)
        found |= find_allocated(held, context, edge);
    }
  vector_each (access, &held->accesses) {
    if (!access->writes || access->is_of_lock || access->edge->op == OPERATION_FREE)
      continue;
    for (size_t i = 0; i < held->locks.count; i++) {
      uint64_t lock = (uint64_t)1 << i;
      const struct held_place *place = &held->locks.items[i];
      if (!(found & lock) && hits(held, access, place) &&
          (access->kind || access->may_hold & lock || may_be_taken(held, access, place)))
        found |= lock;
    }
  }
  return found;
}
