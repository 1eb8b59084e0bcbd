/* SPDX-License-Identifier: Apache-2.0 */
/* Which loops may wait for another thread, and which change something in every round. */
#include "analysis/waiting.h"

#include "analysis/loops.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *const DECLARATIONS =
    "#include <pthread.h>\n#include <sched.h>\n#include <stdlib.h>\n"
    "int flag, turn, lock, x, *p = &x; _Bool nondet(void);\n";

/* How many loops function f, with this body, has that may wait. */
static unsigned waiting_loops(const char *body) {
  char text[1024];
  snprintf(text, sizeof text, "%svoid f(int n) { %s }\nint main(void) { f(3); return 0; }\n",
           DECLARATIONS, body);
  struct program *program = load_text(text, DATA_MODEL_LP64);
  struct liveness *liveness = liveness_create(program);
  struct waiting *waiting = waiting_create(program, liveness);
  const struct function *function = program_find_function(program, "f");
  unsigned count = 0;
  for (uint32_t i = 0; i < function->location_count; i++)
    count += waiting_at(waiting, function, i);
  waiting_destroy(waiting);
  liveness_destroy(liveness);
  program_destroy(program);
  return count;
}

static void loops_that_only_read_wait(void **unused) {
  (void)unused;
  assert_int_equal(waiting_loops("while (!flag) ;"), 1);
  assert_int_equal(waiting_loops("int c = 0; while (c < n) c += flag;"), 1);
  assert_int_equal(waiting_loops("int c = 0; while (c < n) c += 1 + flag;"), 0);
  assert_int_equal(waiting_loops("while (flag && turn == 1) {}"), 1);
  assert_int_equal(waiting_loops("int v; do v = flag; while (v);"), 1);
  assert_int_equal(waiting_loops("while (*p != n) sched_yield();"), 1);
  assert_int_equal(waiting_loops("while (!__atomic_load_n(&flag, 5)) ; while (turn) ;"), 2);
}

static void tries_that_may_fail_wait(void **unused) {
  (void)unused;
  assert_int_equal(waiting_loops("while (__sync_lock_test_and_set(&lock, 1)) ;"), 1);
  assert_int_equal(waiting_loops("while (!__sync_bool_compare_and_swap(&lock, 0, 1)) ;"), 1);
  assert_int_equal(
      waiting_loops(
          "int e = 0; while (!__atomic_compare_exchange_n(&lock, &e, 1, 0, 5, 5)) e = 0;"),
      1);
  assert_int_equal(waiting_loops("pthread_mutex_t m; while (pthread_mutex_trylock(&m)) ;"), 1);
}

static void one_way_round_that_changes_nothing_is_enough(void **unused) {
  (void)unused;
  assert_int_equal(waiting_loops("while (flag) if (turn) { x = 1; while (turn) ; x = 0; }"), 2);
  assert_int_equal(waiting_loops("for (int i = 0; i < n;) { if (!flag) continue; i++; }"), 1);
}

static void loops_that_count_do_not_wait(void **unused) {
  (void)unused;
  assert_int_equal(waiting_loops("for (int i = 0; i < n; i++) turn = flag;"), 0);
  assert_int_equal(waiting_loops("int tries = 0; while (!flag) tries++; x = tries;"), 0);
  assert_int_equal(waiting_loops("for (int *q = p; *q; q++) ;"), 0);
}

static void loops_that_always_write_do_not_wait(void **unused) {
  (void)unused;
  assert_int_equal(waiting_loops("while (flag) x = 1;"), 0);
  assert_int_equal(waiting_loops("while (__sync_fetch_and_add(&x, 1) < 5) ;"), 0);
  assert_int_equal(waiting_loops("while (flag) free(malloc(1));"), 0);
  assert_int_equal(waiting_loops("while (flag) { turn = 1; if (x) continue; turn = 0; }"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_that_only_read_wait),
      cmocka_unit_test(tries_that_may_fail_wait),
      cmocka_unit_test(one_way_round_that_changes_nothing_is_enough),
      cmocka_unit_test(loops_that_count_do_not_wait),
      cmocka_unit_test(loops_that_always_write_do_not_wait),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
