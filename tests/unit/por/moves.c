/* SPDX-License-Identifier: Apache-2.0 */
/* Which situations of threads can be come back to. */
#include "por/moves.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void what_leads_into_a_cycle_goes_round(void **unused) {
  (void)unused;
  struct moves *moves = moves_create();
  moves_add(moves, 1, 2);
  moves_add(moves, 2, 3);
  moves_add(moves, 3, 2);
  moves_add(moves, 3, 4);
  assert_true(moves_can_go_round(moves, 1));
  assert_true(moves_can_go_round(moves, 3));
  assert_false(moves_can_go_round(moves, 4));
  assert_false(moves_can_go_round(moves, 5));
  moves_destroy(moves);
}

static void later_moves_close_cycles(void **unused) {
  (void)unused;
  struct moves *moves = moves_create();
  moves_add(moves, 1, 2);
  moves_add(moves, 1, 3);
  moves_add(moves, 2, 4);
  assert_false(moves_can_go_round(moves, 1));
  moves_add(moves, 4, 2);
  assert_true(moves_can_go_round(moves, 1));
  assert_false(moves_can_go_round(moves, 3));
  moves_add(moves, 3, 3);
  assert_true(moves_can_go_round(moves, 3));
  moves_destroy(moves);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_leads_into_a_cycle_goes_round),
      cmocka_unit_test(later_moves_close_cycles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
