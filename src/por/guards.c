/* What was found out is kept with the values that were read. */
#include "por/guards.h"

#include "base/map.h"
#include "base/vector.h"
#include "por/watched.h"
#include "semantics/footprint.h"

enum { MOST_FINDINGS = 16 }; /* of one guard; those beyond are not kept */

struct finding {
  struct finding *next;
  struct watched *reads;
  size_t count;
  bool blocks;
};

struct guard {
  const struct function *condition;
  uint64_t object, argument;
};

struct guards {
  struct arena *arena;
  struct interner *interner;
  VECTOR(struct finding *) findings; /* per guard, the latest first */
  VECTOR(uint32_t) finding_counts;
  VECTOR(struct watched) reads; /* scratch */
  struct footprint footprint;
};

struct guards *guards_create(void) {
  struct guards *guards = memory_allocate_zeroed(sizeof *guards);
  guards->arena = arena_create();
  guards->interner = interner_create();
  return guards;
}

void guards_destroy(struct guards *guards) {
  if (!guards)
    return;
  vector_release(&guards->findings);
  vector_release(&guards->finding_counts);
  vector_release(&guards->reads);
  vector_release(&guards->footprint.list);
  interner_destroy(guards->interner);
  arena_destroy(guards->arena);
  memory_release(guards);
}

uint32_t guards_intern(struct guards *guards, const struct function *condition, uint64_t object,
                       uint64_t argument) {
  struct guard guard = {condition, object, argument};
  bool fresh;
  uint32_t number = interner_add(guards->interner, &guard, sizeof guard, &fresh);
  if (fresh) {
    vector_push(&guards->findings, NULL);
    vector_push(&guards->finding_counts, 0);
  }
  return number;
}

static bool still_holds(struct machine *machine, const struct state *state,
                        const struct finding *finding) {
  for (size_t i = 0; i < finding->count; i++)
    if (!watched_holds(machine, state, &finding->reads[i]))
      return false;
  return true;
}

/* Fills guards->reads from the footprint; false: it depends on more than that. */
static bool note_reads(struct guards *guards, const struct later *later,
                       const struct state *state) {
  const struct footprint *footprint = &guards->footprint;
  guards->reads.count = 0;
  if (footprint->everything || footprint->asks_alone || footprint->is_undecidable)
    return false;
  for (size_t i = 0; i < footprint->list.count; i++) {
    const struct touched *touched = &footprint->list.items[i];
    struct exact_access object = later_object_at(later, state, touched->address);
    struct watched read = {{touched->address, touched->address + touched->size, object.object, 0},
                           touched->value,
                           true};
    if (touched->writes || object.object == NO_OBJECT)
      return false;
    vector_push(&guards->reads, read);
  }
  return true;
}

static struct finding *find_out(struct guards *guards, uint32_t number, const struct later *later,
                                struct machine *machine, struct state *state,
                                struct thread *thread) {
  const struct guard *guard = interner_data(guards->interner, number, NULL);
  struct machine working = *machine;
  footprint_clear(&guards->footprint);
  working.footprint = &guards->footprint;
  working.ledger = NULL;
  bool blocks = machine_would_block(&working, state, thread, guard->condition, guard->object,
                                    guard->argument);
  if (!note_reads(guards, later, state) || guards->finding_counts.items[number] == MOST_FINDINGS)
    return NULL;
  struct finding finding = {
      .next = guards->findings.items[number], .count = guards->reads.count, .blocks = blocks};
  finding.reads = arena_copy(guards->arena, guards->reads.items,
                             guards->reads.count * sizeof *guards->reads.items);
  guards->finding_counts.items[number]++;
  return guards->findings.items[number] = arena_copy(guards->arena, &finding, sizeof finding);
}

bool guards_block(struct guards *guards, uint32_t number, const struct later *later,
                  struct machine *machine, struct state *state, struct thread *thread,
                  struct guard_reads *reads) {
  struct finding *finding = guards->findings.items[number];
  while (finding && !still_holds(machine, state, finding))
    finding = finding->next;
  if (!finding)
    finding = find_out(guards, number, later, machine, state, thread);
  if (!finding)
    return false;
  *reads = (struct guard_reads){finding->reads, finding->count};
  return finding->blocks;
}
