/* SPDX-License-Identifier: Apache-2.0 */
/* The library says which of its functions acquire and release a lock (src/library/heddle.h). Its
 * code is followed as well; this file only keeps count of the locks. */
#include "engine/static/locks.h"

#include "engine/static/static_cells.h"

uint64_t locks_find(struct analysis *analysis, estimate address) {
  size_t count;
  const struct estimate_part *part = estimate_parts(analysis->estimates, address, &count);
  if (count == 2 && part->base == BASE_NUMBER) { /* NULL is an obligation */
    part++;
    count--;
  }
  if (count != 1 || part->step || part->base <= BASE_SELF ||
      !static_cells_is_single(analysis, part->base))
    return 0;
  uint32_t object = part->base;
  /* A thread's own slot or block may become public: it is the same lock then. */
  const struct space_object *known = &analysis->space.objects.items[object];
  if ((known->kind == SPACE_SLOT || known->kind == SPACE_BLOCK) && !known->is_public)
    object = known->public;
  if (!static_cells_is_single(analysis, object))
    return 0;
  for (size_t i = 0; i < analysis->locks.list.count; i++)
    if (analysis->locks.list.items[i].object == object &&
        analysis->locks.list.items[i].offset == part->low)
      return UINT64_C(1) << i;
  if (analysis->locks.list.count == MOST_LOCKS)
    return 0;
  vector_push(&analysis->locks.list,
              (struct static_lock){.object = object, .offset = part->low, .size = 4});
  analysis_wait_for_all(analysis); /* stores may break it */
  return UINT64_C(1) << (analysis->locks.list.count - 1);
}

static estimate argument(const estimate *arguments, size_t count, size_t number) {
  return number < count ? arguments[number] : ESTIMATE_NONE;
}

bool locks_tries(const struct function *callee) {
  return callee->effect == EFFECT_TRIES || callee->effect == EFFECT_TRIES_SHARED;
}

static bool takes(const struct function *callee) {
  return callee->effect == EFFECT_TAKES || callee->effect == EFFECT_TAKES_SHARED ||
         callee->effect == EFFECT_ONCE || locks_tries(callee);
}

static void break_locks(struct analysis *analysis, uint64_t locks) {
  uint64_t broken = analysis->locks.broken | locks;
  if (broken == analysis->locks.broken)
    return;
  analysis->locks.broken = broken;
  analysis_wait_for_all(analysis);
}

/* A lock that is released by a thread that may not hold it excludes no thread from then on. */
static void release(struct analysis *analysis, struct static_state *state, uint64_t lock,
                    bool is_held) {
  uint64_t held = state->digest.locks | state->digest.shared;
  if (!lock && !is_held)
    break_locks(analysis, UINT64_MAX);
  else if (lock & ~held)
    break_locks(analysis, lock);
  state->digest.may_hold &= ~(lock & ~state->digest.again);
  static_state_release(analysis, state, lock ? lock : UINT64_MAX);
}

bool locks_are_inside(const struct analysis *analysis, uint32_t node) {
  for (uint32_t at = node; at != NO_NODE; at = analysis->nodes.items[at].parent) {
    const struct function *function = analysis->nodes.items[at].function;
    enum library_effect effect = function->effect;
    if (!function->is_library) /* such as the routine that pthread_once calls */
      return false;
    if (effect != EFFECT_NONE && effect < EFFECT_JOINS)
      return true;
  }
  return false;
}

static bool is_in(const struct analysis *analysis, const struct static_lock *lock, uint32_t base) {
  uint32_t public = analysis->space.objects.items[base].public;
  return lock->object == base || (public && public == lock->object);
}

/* The library stores to one place in the lock. */
static void add_word(struct analysis *analysis, struct static_lock *lock, int64_t at,
                     int64_t size) {
  struct lock_word word = {at - lock->offset, (uint32_t)size};
  for (uint32_t i = 0; i < lock->word_count; i++)
    if (lock->words[i].offset == word.offset && lock->words[i].size == word.size)
      return;
  if (lock->word_count == MOST_LOCK_WORDS) {
    break_locks(analysis, UINT64_C(1) << (lock - analysis->locks.list.items));
    return;
  }
  lock->words[lock->word_count++] = word;
  analysis_wait_for_all(analysis); /* it may hold something else before */
}

/* The library stores to its lock, which is the last one that begins there or before. */
static void extend(struct analysis *analysis, const struct estimate_part *part, int64_t size) {
  int64_t most = 5 * (int64_t)analysis->program->pointer_width / 8; /* a mutex has no more */
  struct static_lock *found = NULL;
  vector_each (lock, &analysis->locks.list) {
    if (is_in(analysis, lock, part->base) && lock->offset <= part->low &&
        (!found || lock->offset > found->offset))
      found = lock;
  }
  int64_t end = found ? part->high - found->offset + size : 0;
  if (!found || end > most)
    return;
  if (!part->step)
    add_word(analysis, found, part->low, size);
  if (end <= found->size)
    return;
  found->size = end;
  analysis_wait_for_all(analysis); /* stores may break it */
}

void locks_break_stored(struct analysis *analysis, const struct static_state *state,
                        const struct estimate_part *part, int64_t size) {
  if (locks_are_inside(analysis, analysis->visited.node)) {
    extend(analysis, part, size);
    return;
  }
  if (!state->digest.has_threads && !state->digest.may_hold)
    return;
  for (size_t i = 0; i < analysis->locks.list.count; i++) {
    const struct static_lock *lock = &analysis->locks.list.items[i];
    int64_t end = part->high > INT64_MAX - size ? INT64_MAX : part->high + size;
    if (is_in(analysis, lock, part->base) && part->low < lock->offset + lock->size &&
        lock->offset < end)
      break_locks(analysis, UINT64_C(1) << i);
  }
}

/* Is it 0, or the record of a thread? A lock with the name of a thread that does not hold it makes
 * others wait, or says that the thread holds it already. */
static bool is_free_or_held(const struct analysis *analysis, estimate value) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, value, &count);
  if (value == ESTIMATE_ANY)
    return false;
  for (size_t i = 0; i < count; i++) {
    bool is_zero = parts[i].base == BASE_NUMBER && !parts[i].low && !parts[i].high;
    if (!is_zero && parts[i].base != BASE_SELF &&
        analysis->space.objects.items[parts[i].base].kind != SPACE_RECORD)
      return false;
  }
  return true;
}

static bool exists(struct analysis *analysis, const struct static_state *state, uint32_t base) {
  const struct space_object *object = &analysis->space.objects.items[base];
  uint32_t value;
  return (object->kind != SPACE_SLOT && object->kind != SPACE_BLOCK) ||
         radix_get(state->memory, space_special(&analysis->space, base, CELL_EXISTS), &value);
}

static bool is_free_at(struct analysis *analysis, const struct static_state *state, uint32_t base,
                       int64_t at, uint32_t size) {
  struct static_state seen = *state;
  estimate address = estimate_make(analysis->estimates, base, at, at, 0);
  return is_free_or_held(analysis, static_state_load(analysis, &seen, address, size));
}

/* Of a read-write lock, the library may store to the writer only, or to how many read it; all three
 * words say whether others wait (src/library/rwlock.c). */
static bool is_free_in(struct analysis *analysis, const struct static_state *state,
                       const struct static_lock *lock, uint32_t base) {
  uint32_t pointer = analysis->program->pointer_width / 8;
  bool is_free = true;
  for (uint32_t i = 0; i < lock->word_count && is_free; i++) {
    const struct lock_word *word = &lock->words[i];
    bool is_readable = (!word->offset && word->size == pointer) ||
                       (word->offset == pointer && word->size == sizeof(uint32_t));
    is_free = is_free_at(analysis, state, base, lock->offset + word->offset, word->size);
    if (is_readable)
      is_free &= is_free_at(analysis, state, base, lock->offset, pointer) &&
                 is_free_at(analysis, state, base, lock->offset + pointer, 4) &&
                 is_free_at(analysis, state, base, lock->offset + pointer + 4, 4);
  }
  return is_free;
}

/* A lock that is taken for the first time must be free, or who takes it need not get it. The words
 * that say so are those that the library stores to. Once others can reach the object, all that they
 * ever stored there counts. */
static bool is_free(struct analysis *analysis, const struct static_state *state,
                    const struct static_lock *lock) {
  bool is_own = false, is_free = true;
  for (uint32_t base = FIRST_OBJECT; base < analysis->space.objects.count && is_free; base++)
    if (base != lock->object && analysis->space.objects.items[base].public == lock->object &&
        exists(analysis, state, base)) {
      is_own = true;
      is_free = is_free_in(analysis, state, lock, base);
    }
  if (!is_own && exists(analysis, state, lock->object))
    is_free = is_free_in(analysis, state, lock, lock->object);
  return is_free;
}

static void check_free(struct analysis *analysis, const struct static_state *state,
                       uint64_t locks) {
  locks &= ~(state->digest.locks | state->digest.shared | analysis->locks.broken);
  for (size_t i = 0; i < analysis->locks.list.count; i++)
    if (locks >> i & 1) {
      struct static_lock lock = analysis->locks.list.items[i];
      if (!is_free(analysis, state, &lock))
        break_locks(analysis, UINT64_C(1) << i);
    }
}

void locks_begin_threads(struct analysis *analysis, const struct static_state *state) {
  check_free(analysis, state, UINT64_MAX);
}

void locks_break_allocated(struct analysis *analysis, const struct static_state *state,
                           uint32_t object) {
  for (size_t i = 0; state->digest.has_threads && i < analysis->locks.list.count; i++)
    if (is_in(analysis, &analysis->locks.list.items[i], object))
      break_locks(analysis, UINT64_C(1) << i);
}

/* The control of pthread_once is like a lock: the routine that it calls once for all threads holds
 * it exclusively, and who has returned from there holds it shared for ever. */
static void begin_once(struct analysis *analysis, struct static_state *state, uint64_t control) {
  state->digest.may_hold |= control;
  state->digest.locks |= control & ~analysis->locks.broken;
}

static void end_once(struct analysis *analysis, struct static_state *state, uint64_t control) {
  static_state_release(analysis, state, control);
  state->digest.shared |= control & ~analysis->locks.broken;
}

void locks_enter(struct analysis *analysis, const struct function *callee,
                 const estimate *arguments, size_t count, struct static_state *state,
                 bool is_held) {
  if (!state->digest.has_threads && takes(callee))
    check_free(analysis, state, locks_find(analysis, argument(arguments, count, 0)));
  if (callee->effect == EFFECT_GIVES)
    release(analysis, state, locks_find(analysis, argument(arguments, count, 0)), is_held);
  else if (callee->effect == EFFECT_WAITS)
    release(analysis, state, locks_find(analysis, argument(arguments, count, 1)), is_held);
  else if (callee->effect == EFFECT_ONCE)
    begin_once(analysis, state, locks_find(analysis, argument(arguments, count, 0)));
  else if (callee->effect != EFFECT_NONE && callee->effect < EFFECT_JOINS)
    locks_find(analysis, argument(arguments, count, 0)); /* known before the library stores to it */
}

/* Has the library stored nothing to take it? Then it cannot have been free. */
bool locks_has_no_words(const struct analysis *analysis, uint64_t lock) {
  return lock && !analysis->locks.list.items[__builtin_ctzll(lock)].word_count;
}

void locks_leave(struct analysis *analysis, const struct function *callee,
                 const estimate *arguments, size_t count, struct static_state *state,
                 bool has_succeeded) {
  enum library_effect effect = callee->effect;
  size_t number = effect == EFFECT_WAITS ? 1 : 0;
  bool is_exclusive = effect == EFFECT_TAKES || effect == EFFECT_WAITS || effect == EFFECT_TRIES;
  bool is_shared = effect == EFFECT_TAKES_SHARED || effect == EFFECT_TRIES_SHARED;
  if (effect == EFFECT_ONCE)
    end_once(analysis, state, locks_find(analysis, argument(arguments, count, 0)));
  if (!has_succeeded || (!is_exclusive && !is_shared))
    return;
  uint64_t lock = locks_find(analysis, argument(arguments, count, number));
  if (lock & analysis->locks.broken || locks_has_no_words(analysis, lock))
    lock = 0;
  state->digest.again |= state->digest.may_hold & (lock ? lock : UINT64_MAX);
  state->digest.may_hold |= lock ? lock : UINT64_MAX;
  if (is_exclusive)
    state->digest.locks |= lock;
  else if (!(state->digest.locks & lock))
    state->digest.shared |= lock;
}
