/* SPDX-License-Identifier: Apache-2.0 */
/* Immutable maps, against plain arrays. */
#include "base/radix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { KEYS = 64, ROUNDS = 2000, MISSING = 0 };

/* Spread keys, so that they differ in high and in low bits. */
static uint32_t key_of(unsigned number) { return number * 0x04000401u; }

static uint64_t seed = 1;
static unsigned draw(unsigned below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % below;
}

static void assert_same(const struct radix_tree *tree, const uint32_t *values) {
  for (unsigned i = 0; i < KEYS; i++) {
    uint32_t value = MISSING;
    assert_int_equal(radix_get(tree, key_of(i), &value), values[i] != MISSING);
    assert_int_equal(value, values[i]);
  }
}

static const struct radix_tree *change(struct arena *arena, const struct radix_tree *tree,
                                       uint32_t *values) {
  unsigned number = draw(KEYS);
  values[number] = draw(3) ? 1 + draw(5) : MISSING;
  return values[number] == MISSING ? radix_remove(arena, tree, key_of(number))
                                   : radix_put(arena, tree, key_of(number), values[number]);
}

static void older_versions_stay_as_they_were(void **unused) {
  (void)unused;
  struct arena *arena = arena_create();
  const struct radix_tree *tree = NULL;
  uint32_t values[KEYS] = {0};
  for (unsigned i = 0; i < ROUNDS; i++) {
    const struct radix_tree *old = tree;
    uint32_t before[KEYS];
    memcpy(before, values, sizeof before);
    tree = change(arena, tree, values);
    assert_same(tree, values);
    assert_same(old, before);
  }
  arena_destroy(arena);
}

/* The sum, without sums of 6 and without keys that only one has with the value 1. */
static bool add(uint32_t a, uint32_t b, uint32_t *sum) {
  *sum = a + b;
  return *sum != 6 && *sum != 1;
}

static bool merge_sums(struct radix_merger *merger, uint32_t key, const uint32_t *a,
                       const uint32_t *b, uint32_t *value) {
  (void)merger, (void)key;
  assert_true(a || b);
  return add(a ? *a : 0, b ? *b : 0, value);
}

/* Parts that both versions share are not merged, so the versions have no node in common here. */
static void merging_visits_every_key(void **unused) {
  (void)unused;
  for (unsigned round = 0; round < 200; round++) {
    struct arena *arena = arena_create();
    const struct radix_tree *trees[2] = {NULL, NULL};
    uint32_t values[2][KEYS] = {{0}}, sums[KEYS] = {0};
    for (unsigned i = 0; i < 1 + round; i++)
      for (unsigned j = 0; j < 2; j++)
        trees[j] = change(arena, trees[j], values[j]);
    for (unsigned i = 0; i < KEYS; i++)
      if (values[0][i] + values[1][i] == 0 || !add(values[0][i], values[1][i], &sums[i]))
        sums[i] = MISSING;
    struct radix_merger merger = {merge_sums, arena};
    assert_same(radix_merge(&merger, trees[0], trees[1]), sums);
    arena_destroy(arena);
  }
}

static bool fail_to_merge(struct radix_merger *merger, uint32_t key, const uint32_t *a,
                          const uint32_t *b, uint32_t *value) {
  (void)merger, (void)key, (void)a, (void)b;
  *value = 0;
  fail_msg("shared parts are merged");
  return false;
}

static void merging_a_version_with_itself_changes_nothing(void **unused) {
  (void)unused;
  struct arena *arena = arena_create();
  uint32_t values[KEYS] = {0};
  const struct radix_tree *tree = NULL;
  for (unsigned i = 0; i < 100; i++)
    tree = change(arena, tree, values);
  struct radix_merger merger = {fail_to_merge, arena};
  assert_ptr_equal(radix_merge(&merger, tree, tree), tree);
  arena_destroy(arena);
}

static void note_key(void *context, uint32_t key, uint32_t value) {
  uint64_t *last = context;
  assert_true(*last == UINT64_MAX || key > *last);
  assert_int_not_equal(value, MISSING);
  *last = key;
}

static void keys_are_visited_in_order(void **unused) {
  (void)unused;
  struct arena *arena = arena_create();
  uint32_t values[KEYS] = {0};
  const struct radix_tree *tree = NULL;
  for (unsigned i = 0; i < 100; i++) {
    uint64_t last = UINT64_MAX;
    tree = change(arena, tree, values);
    radix_visit(tree, note_key, &last);
  }
  arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(older_versions_stay_as_they_were),
      cmocka_unit_test(merging_visits_every_key),
      cmocka_unit_test(merging_a_version_with_itself_changes_nothing),
      cmocka_unit_test(keys_are_visited_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
