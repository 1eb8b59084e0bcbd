/* SPDX-License-Identifier: Apache-2.0 */
/* The covering relation of lazy abstraction (McMillan, "Lazy Abstraction with Interpolants", CAV
 * 2006): nothing below a covered node covers anything, and what loses its coverer is expanded. */
#include "engine/impact/art.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct art tree;
static const struct action to[] = {{.to = 0}, {.to = 1}, {.to = 2}};

static int set_up(void **state) {
  (void)state;
  tree = (struct art){0};
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  art_release(&tree);
  return 0;
}

static void drain(void) {
  while (art_take(&tree) != NO_NODE)
    ;
}

static void the_last_node_is_expanded_first(void **unused) {
  (void)unused;
  uint32_t root = art_add(&tree, NO_NODE, &to[0]);
  uint32_t child = art_add(&tree, root, &to[1]);
  assert_int_equal(art_take(&tree), child);
  assert_int_equal(art_take(&tree), root);
  assert_int_equal(art_take(&tree), NO_NODE);
  art_wait(&tree, root);
  art_wait(&tree, root); /* waits once */
  assert_int_equal(art_take(&tree), root);
  assert_int_equal(art_take(&tree), NO_NODE);
}

static void what_is_below_a_covered_node_is_covered(void **unused) {
  (void)unused;
  uint32_t root = art_add(&tree, NO_NODE, &to[0]);
  uint32_t first = art_add(&tree, root, &to[1]), second = art_add(&tree, root, &to[1]);
  uint32_t below = art_add(&tree, second, &to[2]);
  assert_false(art_is_covered(&tree, below));
  art_cover(&tree, second, first);
  assert_true(art_is_covered(&tree, second));
  assert_true(art_is_covered(&tree, below));
  assert_false(art_is_covered(&tree, first));
}

/* Else two nodes could cover each other's ancestors, and neither would be explored. */
static void covering_a_node_takes_away_what_its_descendants_cover(void **unused) {
  (void)unused;
  uint32_t root = art_add(&tree, NO_NODE, &to[0]);
  uint32_t a = art_add(&tree, root, &to[1]), b = art_add(&tree, root, &to[1]);
  uint32_t below_b = art_add(&tree, b, &to[2]);
  uint32_t other = art_add(&tree, a, &to[2]);
  art_cover(&tree, other, below_b);
  drain();
  art_cover(&tree, b, a);
  assert_int_equal(tree.nodes.items[other].coverer, NO_NODE);
  assert_int_equal(tree.nodes.items[below_b].covered.count, 0);
  assert_int_equal(tree.uncovers, 1);
  assert_int_equal(art_take(&tree), other); /* it has to be expanded after all */
}

static void an_unreachable_node_covers_nothing(void **unused) {
  (void)unused;
  uint32_t root = art_add(&tree, NO_NODE, &to[0]);
  uint32_t a = art_add(&tree, root, &to[1]), b = art_add(&tree, root, &to[1]);
  art_cover(&tree, b, a);
  drain();
  art_kill(&tree, a);
  assert_true(art_is_covered(&tree, a));
  assert_false(art_is_covered(&tree, b));
  assert_int_equal(art_take(&tree), b);
}

static void an_expanded_node_does_not_wait_again(void **unused) {
  (void)unused;
  uint32_t root = art_add(&tree, NO_NODE, &to[0]);
  uint32_t a = art_add(&tree, root, &to[1]), b = art_add(&tree, root, &to[1]);
  uint32_t below = art_add(&tree, b, &to[2]);
  vector_push(&tree.nodes.items[b].wanted, true);
  vector_push(&tree.nodes.items[b].expanded, true);
  art_cover(&tree, b, a);
  drain();
  art_uncover(&tree, b);
  assert_int_equal(art_take(&tree), below); /* which was never expanded */
  assert_int_equal(art_take(&tree), NO_NODE);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(the_last_node_is_expanded_first),
      TEST(what_is_below_a_covered_node_is_covered),
      TEST(covering_a_node_takes_away_what_its_descendants_cover),
      TEST(an_unreachable_node_covers_nothing),
      TEST(an_expanded_node_does_not_wait_again),
  };
#undef TEST
  return cmocka_run_group_tests(tests, NULL, NULL);
}
