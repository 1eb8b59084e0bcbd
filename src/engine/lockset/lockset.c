/* SPDX-License-Identifier: Apache-2.0 */
/* The engine lockset: no data race, whatever values there are and however many threads. Each two
 * accesses to one place that may be made at one time, of which one writes and one is not atomic,
 * are made by threads that hold a common lock (Savage and others, "Eraser", ACM TOCS 1997, done
 * statically). It never says FALSE. */
#include "engine/engine.h"

#include "analysis/held.h"
#include "analysis/points.h"
#include "base/text.h"
#include "engine/traits.h"
#include "program/uses.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEFINITIONS = 4 };

/* An access and one object that it may be to. */
struct lockset_use {
  uint32_t object;
  const struct held_access *access;
  bool is_anywhere; /* in the object; else from `first` up to `end` */
  int64_t first, end;
};

static const char passed_on[] = "a thread-local variable whose address is passed on";

struct lockset_search {
  const struct task *task;
  struct sharing *sharing;
  struct offsets *offsets;
  struct held_analysis *held;
  size_t words;
  uint64_t *set;
  VECTOR(struct lockset_use) uses;
  uint64_t compared;
  const char *reason;
  const struct held_access *first, *second; /* that may race */
};

static void note_definition(uint32_t number, void *context) {
  uint32_t *wanted = context;
  if (number == *wanted)
    *wanted = NO_REGISTER;
}

/* Does the term lead into the record or the thread-locals of the running thread? */
static bool is_own(const struct function *function, const struct term *term, unsigned depth) {
  if (term->kind == TERM_APPLY && term->op == OP_ADD)
    return is_own(function, term->operands[0], depth) || is_own(function, term->operands[1], depth);
  if (term->kind != TERM_VARIABLE || depth == MOST_DEFINITIONS)
    return false;
  bool found = false;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    uint32_t wanted = (uint32_t)term->value;
    edge_visit_definitions(edge, note_definition, &wanted);
    if (wanted != NO_REGISTER)
      continue;
    found = true;
    if (edge->op != OPERATION_SELF && edge->op != OPERATION_ASSIGN)
      return false;
    for (uint32_t j = 0; edge->op == OPERATION_ASSIGN && j < edge->assign.count; j++)
      if (edge->assign.list[j].target == term->value &&
          !is_own(function, edge->assign.list[j].value, depth + 1))
        return false;
  }
  return found;
}

/* Accesses to the records and thread-locals of threads. The library's own do not race. */
static void note_record(struct lockset_search *search, const struct held_access *access) {
  int64_t offset;
  bool is_known = offsets_of(search->offsets, access->function, access->address, &offset);
  if (access->function->is_library ||
      (is_known && offset >= 0 && (uint64_t)offset < search->task->program->record_size))
    return;
  if (!is_own(access->function, access->address, 0))
    search->reason = passed_on;
}

/* Does the program give the address of a thread-local variable away? */
static void note_passing(struct lockset_search *search, const struct function *function,
                         const struct term *term) {
  int64_t offset;
  if (!term || term->width != search->task->program->pointer_width || !is_own(function, term, 0) ||
      (offsets_of(search->offsets, function, term, &offset) && offset >= 0 &&
       (uint64_t)offset < search->task->program->record_size))
    return;
  search->reason = passed_on;
}

static void look_for_passing(struct lockset_search *search, const struct function *function) {
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    for (uint32_t j = 0; edge->op == OPERATION_CALL && j < edge->call.argument_count; j++)
      note_passing(search, function, edge->call.arguments[j]);
    for (uint32_t j = 0; edge->op == OPERATION_RETURN && j < edge->ret.count; j++)
      note_passing(search, function, edge->ret.values[j]);
    if (edge->op == OPERATION_STORE)
      note_passing(search, function, edge->store.value);
    if (edge->op == OPERATION_RMW)
      note_passing(search, function, edge->rmw.operand);
    if (edge->op == OPERATION_CAS)
      note_passing(search, function, edge->cas.desired);
  }
}

static void look_through(struct lockset_search *search) {
  size_t size = search->words * sizeof *search->set;
  uint64_t *holders = memory_allocate(size);
  memcpy(holders, search->set, size);
  memset(search->set, 0, size);
  sharing_add_contents(search->sharing, holders, search->set);
  memory_release(holders);
}

static void note_access(struct lockset_search *search, const struct held_access *access) {
  uint32_t record = sharing_record(search->sharing);
  memset(search->set, 0, search->words * sizeof *search->set);
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

/* Does the program access a lock that the library accesses? */
static bool hits_lock(const struct lockset_use *lock, const struct lockset_use *use) {
  if (lock->is_anywhere || use->is_anywhere)
    return held_may_hit_lock(use->access);
  return lock->first < use->end && use->first < lock->first + HELD_LOCK_BYTES;
}

/* May they race, if they meet? */
static bool conflict(const struct lockset_use *a, const struct lockset_use *b) {
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
  for (size_t i = 0; i < search->uses.count && !search->first && !search->reason; i++) {
    const struct lockset_use *a = &search->uses.items[i];
    for (size_t j = i; j < search->uses.count && !search->first; j++) {
      const struct lockset_use *b = &search->uses.items[j];
      if (b->object != a->object)
        break;
      search->compared++;
      if (!conflict(a, b) || are_locked(a->access, b->access) ||
          !held_may_meet(search->held, a->access, b->access))
        continue;
      search->first = a->access;
      search->second = b->access;
    }
    if (limits_check(&search->task->limits, &limit) != STATUS_OK)
      search->reason = limit;
  }
}

static void say_unknown(const struct lockset_search *search, struct result *result) {
  if (!search->first) {
    result_set_unknown(result, "%s", search->reason);
    return;
  }
  struct text text = {0};
  text_add(&text, "locks do not exclude a race of ");
  program_print_position(&text, search->task->program, search->first->edge->at);
  text_add(&text, " and ");
  program_print_position(&text, search->task->program, search->second->edge->at);
  result_set_unknown(result, "%s", text_get(&text));
  text_release(&text);
}

static void search_races(struct lockset_search *search) {
  const struct task *task = search->task;
  search->sharing = sharing_create(task->program);
  search->offsets = offsets_create(task->program, search->sharing);
  if (!search->offsets) {
    search->reason = "calls of functions that are not known";
    return;
  }
  search->held =
      held_create(task->program, search->sharing, search->offsets, &task->limits, &search->reason);
  if (!search->held)
    return;
  search->words = (sharing_object_count(search->sharing) + 63) / 64;
  search->set = memory_allocate(search->words * sizeof *search->set);
  for (uint32_t i = 0; i < task->program->function_count; i++)
    if (!task->program->functions[i]->is_library)
      look_for_passing(search, task->program->functions[i]);
  for (size_t i = 0; i < held_access_count(search->held) && !search->reason; i++)
    note_access(search, held_access_at(search->held, i));
  if (!search->reason)
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
    search.reason = "atomic accesses that do not synchronise";
  else
    search_races(&search);
  if (search.reason || search.first) {
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
  vector_release(&search.uses);
  memory_release(search.set);
  held_destroy(search.held);
  offsets_destroy(search.offsets);
  sharing_destroy(search.sharing);
}

static property_set covers(const struct traits *traits) {
  return traits->threads && !traits->weak_memory && !traits->unordered
             ? (property_set)1 << PROPERTY_RACE
             : 0;
}

const struct engine engine_lockset = {
    .name = "lockset",
    .summary = "proves that locks exclude races, for any number of threads; never says FALSE",
    .only_proves = true,
    .assumes_valid = true,
    .knows_reuse = REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS,
    .covers = covers,
    .run = run_lockset,
};
