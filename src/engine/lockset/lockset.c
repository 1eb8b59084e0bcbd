/* SPDX-License-Identifier: Apache-2.0 */
/* The engine lockset: excludes data races, whatever the values and the number of threads. If two
 * accesses to one place may happen at the same time, one of them writes and one is not atomic,
 * their threads must hold a common lock (Savage and others, "Eraser", ACM TOCS 1997, done
 * statically). It never says FALSE. */
#include "engine/engine.h"

#include "analysis/held.h"
#include "analysis/points.h"
#include "analysis/published.h"
#include "base/text.h"
#include "engine/traits.h"
#include "program/uses.h"

#include <stdlib.h>
#include <string.h>

/* An access, and an object that it may access. */
struct lockset_use {
  uint32_t object;
  const struct held_access *access;
  bool is_anywhere; /* anywhere in the object; else from `first` up to `end` */
  int64_t first, end;
};

struct lockset_function {
  struct lockset_search *search;
  const struct function *function;
  const struct edge *edge;
};

static const char passed_on[] = "a thread-local variable whose address is passed on";

struct lockset_search {
  const struct task *task;
  struct sharing *sharing;
  struct offsets *offsets;
  struct held_analysis *held;
  size_t words;
  uint64_t *set;
  bool **own; /* by function of the user: see analysis/published.h */
  VECTOR(struct lockset_use) uses;
  uint64_t compared;
  struct obstacle obstacle;                 /* the reason for UNKNOWN, if there is one */
  const struct held_access *first, *second; /* may race */
};

/* Notes accesses to the records and thread-locals of threads. Those by the library do not race. As
 * long as the program passes no address of a thread-local on, accesses by way of an address that
 * the function itself takes are private. */
static void note_record(struct lockset_search *search, const struct held_access *access) {
  int64_t offset;
  bool is_known = offsets_of(search->offsets, access->function, access->address, &offset);
  if (access->function->is_library ||
      (is_known && offset >= 0 && (uint64_t)offset < search->task->program->record_size))
    return;
  if (!published_is_own(search->own[access->function->number], access->address))
    obstacle_note(&search->obstacle, "an access to what may be a variable of another thread",
                  access->function, access->edge);
}

/* The library's part of a record is recognised by its beginning, a pthread_t. */
static void note_record_passed(const struct term *term, void *context) {
  struct lockset_function *in = context;
  struct lockset_search *search = in->search;
  int64_t offset;
  bits_clear(search->set, search->words);
  sharing_add_pointees(search->sharing, in->function, term, search->set);
  if (points_in(search->set, sharing_record(search->sharing)) &&
      offsets_of(search->offsets, in->function, term, &offset) && offset)
    obstacle_note(&search->obstacle, passed_on, in->function, in->edge);
}

static void look_for_passing(struct lockset_search *search, const struct function *function) {
  struct lockset_function in = {search, function, NULL};
  bool *own = search->own[function->number] = published_find_own(function);
  const struct edge *edge = published_find(function, own);
  if (edge)
    obstacle_note(&search->obstacle, passed_on, function, edge);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    in.edge = &function->edges[i];
    if (in.edge->op != OPERATION_ASSIGN)
      edge_visit_values(in.edge, note_record_passed, &in);
  }
}

static void look_through(struct lockset_search *search) {
  uint64_t *holders = bits_create(search->words);
  bits_copy(holders, search->set, search->words);
  bits_clear(search->set, search->words);
  sharing_add_contents(search->sharing, holders, search->set);
  memory_release(holders);
}

static void note_access(struct lockset_search *search, const struct held_access *access) {
  uint32_t record = sharing_record(search->sharing);
  bits_clear(search->set, search->words);
  sharing_add_pointees(search->sharing, access->function, access->address, search->set);
  if (access->is_through)
    look_through(search);
  struct lockset_use use = {.access = access, .is_anywhere = true};
  if (!access->is_through && access->size <= INT32_MAX &&
      offsets_of(search->offsets, access->function, access->address, &use.first)) {
    use.is_anywhere = false;
    use.end = use.first + (int64_t)access->size;
  }
  for (uint32_t i = 0, count = sharing_object_count(search->sharing); i < count; i++) {
    if (!points_in(search->set, i))
      continue;
    use.object = i;
    if (i == record)
      note_record(search, access);
    else if (sharing_is_shared(search->sharing, i))
      vector_push(&search->uses, use);
  }
}

/* Does the program access a lock of the library? */
static bool hits_lock(const struct lockset_use *lock, const struct lockset_use *use) {
  if (lock->is_anywhere || use->is_anywhere)
    return held_may_hit_lock(use->access);
  return lock->first < use->end && use->first < lock->end;
}

/* May the accesses race if they happen at the same time? */
static bool may_conflict(const struct lockset_use *a, const struct lockset_use *b) {
  const struct held_access *x = a->access, *y = b->access;
  if ((!x->writes && !y->writes) || (x->is_atomic && y->is_atomic) || a->object != b->object)
    return false;
  if (x->is_of_lock && !y->function->is_library)
    return hits_lock(a, b);
  if (y->is_of_lock && !x->function->is_library)
    return hits_lock(b, a);
  return a->is_anywhere || b->is_anywhere || (a->first < b->end && b->first < a->end);
}

static bool are_locked(const struct held_access *a, const struct held_access *b) {
  return (a->locks & (b->locks | b->read_locks)) || (a->read_locks & b->locks);
}

static int by_object(const void *first, const void *second) {
  const struct lockset_use *a = first, *b = second;
  return a->object != b->object ? (a->object < b->object ? -1 : 1)
                                : (a->access > b->access) - (a->access < b->access);
}

static void compare(struct lockset_search *search) {
  const char *limit;
  qsort(search->uses.items, search->uses.count, sizeof *search->uses.items, by_object);
  for (size_t i = 0; i < search->uses.count && !search->first && !search->obstacle.what; i++) {
    const struct lockset_use *a = &search->uses.items[i];
    for (size_t j = i; j < search->uses.count && !search->first; j++) {
      const struct lockset_use *b = &search->uses.items[j];
      if (b->object != a->object)
        break;
      search->compared++;
      if (!may_conflict(a, b) || are_locked(a->access, b->access) ||
          !held_may_meet(search->held, a->access, b->access))
        continue;
      search->first = a->access;
      search->second = b->access;
    }
    if (limits_check(&search->task->limits, &limit) != STATUS_OK)
      obstacle_note(&search->obstacle, limit, NULL, NULL);
  }
}

static void say_unknown(const struct lockset_search *search, struct result *result) {
  struct text text = {0};
  if (search->obstacle.what) {
    obstacle_print(&text, search->task->program, &search->obstacle);
  } else {
    text_add(&text, "locks do not exclude a race of ");
    program_print_position(&text, search->task->program, search->first->edge->at);
    text_add(&text, " and ");
    program_print_position(&text, search->task->program, search->second->edge->at);
  }
  result_set_unknown(result, "%s", text_get(&text));
  text_release(&text);
}

static void search_races(struct lockset_search *search) {
  const struct task *task = search->task;
  search->sharing = sharing_create(task->program);
  search->offsets = offsets_create(task->program, search->sharing, &search->obstacle);
  if (!search->offsets)
    return;
  search->held = held_create(task->program, search->sharing, search->offsets, &task->limits,
                             &search->obstacle);
  if (!search->held)
    return;
  search->words = bits_words(sharing_object_count(search->sharing));
  search->set = bits_create(search->words);
  search->own = memory_allocate_zeroed(task->program->function_count * sizeof *search->own);
  for (uint32_t i = 0; i < task->program->function_count; i++)
    if (!task->program->functions[i]->is_library)
      look_for_passing(search, task->program->functions[i]);
  for (size_t i = 0; i < held_access_count(search->held) && !search->obstacle.what; i++)
    note_access(search, held_access_at(search->held, i));
  if (!search->obstacle.what)
    compare(search);
}

static void run_lockset(const struct task *task, struct result *result) {
  struct lockset_search search = {.task = task};
  property_set races = (property_set)1 << PROPERTY_RACE;
  if (!(task->properties & races)) {
    result_set_unknown(result, "properties other than race are not covered by lockset");
    return;
  }
  if (task->program->orders.unordered)
    obstacle_note(&search.obstacle, "atomic accesses that do not synchronise", NULL, NULL);
  else
    search_races(&search);
  if (search.obstacle.what || search.first) {
    say_unknown(&search, result);
  } else {
    result->verdict = VERDICT_TRUE;
    if (task->properties & ~races) {
      result_set_unknown(result, "properties other than race are not covered by lockset");
      result->proven = races;
    }
  }
  if (search.held) {
    result_add_statistic(result, "kinds of threads", (double)held_kind_count(search.held));
    result_add_statistic(result, "accesses", (double)held_access_count(search.held));
    result_add_statistic(result, "accesses compared", (double)search.compared);
  }
  for (uint32_t i = 0; search.own && i < task->program->function_count; i++)
    memory_release(search.own[i]);
  memory_release(search.own);
  vector_release(&search.uses);
  memory_release(search.set);
  held_destroy(search.held);
  offsets_destroy(search.offsets);
  sharing_destroy(search.sharing);
}

static bool is_wanted(const struct traits *traits) { return traits->threads; }
static bool synchronises(const struct traits *traits) { return !traits->unordered; }

static const struct decision decisions[] = {{MODEL_BIT(MEMORY_SC), PROPERTY_BIT(PROPERTY_RACE),
                                             synchronises, "atomic accesses synchronise", NULL},
                                            {0}};

const struct engine engine_lockset = {
    .name = "lockset",
    .summary = "proves that locks exclude races, for any number of threads; never says FALSE",
    .only_proves = true,
    .assumes_valid = true,
    .knows_reuse = REUSE_ADDRESSES,
    .models = MODEL_BIT(MEMORY_SC),
    .decisions = decisions,
    .is_wanted = is_wanted,
    .run = run_lockset,
};
