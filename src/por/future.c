/* SPDX-License-Identifier: Apache-2.0 */
/* Interns sets of memory as bytes: flags and the number of ranges, the objects read and written as
 * bits, and the sorted and merged ranges. Written memory is also in the set of read memory, so each
 * query looks at one of the two. */
#include "por/future.h"

#include "base/bits.h"
#include "base/map.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

struct access_ranges {
  struct exact_access *items;
  size_t count, capacity;
};

struct future_draft {
  size_t words;
  unsigned flags;
  uint64_t *touched, *written;
  struct access_ranges ranges;
};

/* Points into the interner, which never moves its bytes. */
struct future {
  unsigned flags;
  const uint64_t *touched, *written;
  const struct exact_access *reads, *writes; /* `reads`: all ranges */
  uint32_t read_count, write_count;
};

struct head {
  uint32_t flags, read_count, write_count, padding;
};

struct futures {
  size_t words;
  struct interner *interner;
  VECTOR(struct future) all;
  struct access_ranges written; /* scratch */
  struct map included;          /* pairs of numbers to answers */
  struct {
    unsigned char *items;
    size_t count, capacity;
  } packed;
};

struct futures *futures_create(uint32_t object_count) {
  struct futures *futures = memory_allocate_zeroed(sizeof *futures);
  futures->words = bits_words(object_count);
  futures->interner = interner_create();
  return futures;
}

void futures_destroy(struct futures *futures) {
  if (!futures)
    return;
  interner_destroy(futures->interner);
  vector_release(&futures->all);
  vector_release(&futures->packed);
  vector_release(&futures->written);
  map_release(&futures->included);
  memory_release(futures);
}

struct future_draft *future_draft_create(const struct futures *futures) {
  struct future_draft *draft = memory_allocate_zeroed(sizeof *draft);
  draft->words = futures->words;
  draft->touched = bits_create(2 * draft->words);
  draft->written = draft->touched + draft->words;
  return draft;
}

void future_draft_destroy(struct future_draft *draft) {
  if (!draft)
    return;
  memory_release(draft->touched);
  vector_release(&draft->ranges);
  memory_release(draft);
}

void future_draft_clear(struct future_draft *draft) {
  draft->flags = 0;
  draft->ranges.count = 0;
  bits_clear(draft->touched, 2 * draft->words);
}

size_t future_draft_words(const struct future_draft *draft) { return draft->words; }

void future_draft_add_flags(struct future_draft *draft, unsigned flags) { draft->flags |= flags; }

void future_draft_add_object(struct future_draft *draft, uint32_t object, bool writes) {
  bits_add(draft->touched, object);
  if (writes)
    bits_add(draft->written, object);
}

void future_draft_add_range(struct future_draft *draft, struct exact_access range) {
  vector_push(&draft->ranges, range);
}

void future_draft_add_draft(struct future_draft *draft, const struct future_draft *more) {
  if (draft == more)
    return;
  draft->flags |= more->flags;
  bits_join(draft->touched, more->touched, 2 * draft->words);
  vector_append(&draft->ranges, more->ranges.items, more->ranges.count);
}

static int compare_ranges(const void *first, const void *second) {
  const struct exact_access *a = first, *b = second;
  if (a->writes != b->writes)
    return a->writes < b->writes ? -1 : 1;
  if (a->start != b->start)
    return a->start < b->start ? -1 : 1;
  return (a->end > b->end) - (a->end < b->end);
}

void future_draft_compact(struct future_draft *draft) {
  size_t kept = 0;
  struct exact_access *items = draft->ranges.items;
  if (draft->ranges.count)
    qsort(items, draft->ranges.count, sizeof *items, compare_ranges);
  for (size_t i = 0; i < draft->ranges.count; i++) {
    struct exact_access range = items[i];
    if (bits_has(range.writes ? draft->written : draft->touched, range.object))
      continue;
    struct exact_access *last = kept ? &items[kept - 1] : NULL;
    if (last && last->object == range.object && last->writes == range.writes &&
        range.start <= last->end)
      last->end = range.end > last->end ? range.end : last->end;
    else
      items[kept++] = range;
  }
  draft->ranges.count = kept;
}

/* Appends the ranges, which are sorted, and returns how many. */
static uint32_t pack_ranges(struct futures *futures, const struct access_ranges *ranges) {
  size_t size = ranges->count * sizeof *ranges->items;
  if (size)
    memcpy(futures->packed.items + futures->packed.count, ranges->items, size);
  futures->packed.count += size;
  return (uint32_t)ranges->count;
}

/* The ranges that are written; all stay in the draft, as ranges that are touched. */
static void take_writes(struct future_draft *draft, struct access_ranges *writes) {
  writes->count = 0;
  vector_each (range, &draft->ranges) {
    if (!range->writes)
      continue;
    vector_push(writes, *range);
    range->writes = 0;
  }
}

static struct future unpack(const struct futures *futures, uint32_t number) {
  size_t size;
  const unsigned char *bytes = interner_data(futures->interner, number, &size);
  const struct head *head = (const struct head *)(const void *)bytes;
  struct future future = {
      .flags = head->flags, .read_count = head->read_count, .write_count = head->write_count};
  future.touched = (const uint64_t *)(const void *)(head + 1);
  future.written = future.touched + futures->words;
  future.reads = (const struct exact_access *)(const void *)(future.written + futures->words);
  future.writes = future.reads + future.read_count;
  return future;
}

uint32_t futures_intern(struct futures *futures, struct future_draft *draft) {
  size_t sets = 2 * draft->words * sizeof(uint64_t);
  struct head head = {draft->flags, 0, 0, 0};
  future_draft_compact(draft);
  size_t most = sizeof head + sets + 2 * draft->ranges.count * sizeof(struct exact_access);
  vector_reserve(&futures->packed, most);
  memcpy(futures->packed.items + sizeof head, draft->touched, sets);
  futures->packed.count = sizeof head + sets;
  take_writes(draft, &futures->written);
  future_draft_compact(draft);
  head.read_count = pack_ranges(futures, &draft->ranges);
  head.write_count = pack_ranges(futures, &futures->written);
  memcpy(futures->packed.items, &head, sizeof head);
  bool added;
  uint32_t number =
      interner_add(futures->interner, futures->packed.items, futures->packed.count, &added);
  if (added)
    vector_push(&futures->all, unpack(futures, number));
  return number;
}

unsigned futures_flags(const struct futures *futures, uint32_t future) {
  return futures->all.items[future].flags;
}

/* Ranges of different objects never overlap, and those of one object do not touch: ends ascend. */
static const struct exact_access *first_ending_after(const struct exact_access *ranges,
                                                     uint32_t count, uint64_t address) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (ranges[middle].end <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count ? &ranges[low] : NULL;
}

bool futures_conflict(const struct futures *futures, uint32_t number,
                      const struct exact_access *access) {
  const struct future *future = &futures->all.items[number];
  if (future->flags & FUTURE_EVERYTHING ||
      bits_has(access->writes ? future->touched : future->written, access->object))
    return true;
  const struct exact_access *range =
      access->writes ? first_ending_after(future->reads, future->read_count, access->start)
                     : first_ending_after(future->writes, future->write_count, access->start);
  return range && range->start < access->end;
}

/* Does a range of `a` conflict with `b`, or with an object of it? */
static bool ranges_meet(const struct futures *futures, const struct future *a, uint32_t b) {
  for (uint32_t i = 0; i < a->write_count; i++)
    if (futures_conflict(futures, b, &a->writes[i]))
      return true;
  for (uint32_t i = 0; i < a->read_count; i++)
    if (futures_conflict(futures, b, &a->reads[i]))
      return true;
  return false;
}

bool futures_meet(const struct futures *futures, uint32_t first, uint32_t second) {
  const struct future *a = &futures->all.items[first], *b = &futures->all.items[second];
  if ((a->flags | b->flags) & FUTURE_EVERYTHING)
    return true;
  if (bits_meet(a->written, b->touched, futures->words) ||
      bits_meet(a->touched, b->written, futures->words))
    return true;
  return ranges_meet(futures, a, second) || ranges_meet(futures, b, first);
}

static bool allows(const struct future *future, const struct exact_access *access) {
  if (future->flags & FUTURE_EVERYTHING ||
      bits_has(access->writes ? future->written : future->touched, access->object))
    return true;
  const struct exact_access *range =
      access->writes ? first_ending_after(future->writes, future->write_count, access->start)
                     : first_ending_after(future->reads, future->read_count, access->start);
  return range && range->start <= access->start && range->end >= access->end;
}

bool futures_allow(const struct futures *futures, uint32_t future,
                   const struct exact_access *access) {
  return allows(&futures->all.items[future], access);
}

static bool includes(const struct futures *futures, const struct future *larger,
                     const struct future *smaller) {
  if (larger->flags & FUTURE_EVERYTHING)
    return true;
  if (smaller->flags & ~larger->flags)
    return false;
  if (!bits_include(larger->touched, smaller->touched, 2 * futures->words))
    return false;
  for (uint32_t i = 0; i < smaller->read_count; i++)
    if (!allows(larger, &smaller->reads[i]))
      return false;
  for (uint32_t i = 0; i < smaller->write_count; i++)
    if (!allows(larger, &smaller->writes[i]))
      return false;
  return true;
}

bool futures_include(struct futures *futures, uint32_t larger, uint32_t smaller) {
  uint64_t key = (uint64_t)larger << 32 | smaller, answer;
  if (larger == smaller)
    return true;
  if (!map_get(&futures->included, key, &answer)) {
    answer = includes(futures, &futures->all.items[larger], &futures->all.items[smaller]);
    map_set(&futures->included, key, answer);
  }
  return answer != 0;
}
