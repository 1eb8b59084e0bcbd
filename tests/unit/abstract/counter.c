/* SPDX-License-Identifier: Apache-2.0 */
/* Counters: the sums of their steps, what they can hold, and which values are steps. */
#include "abstract/counter.h"

#include "base/map.h"
#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct range zero = {0, 0};

static void a_step_goes_up_or_down_or_both(void **unused) {
  (void)unused;
  struct counter_steps up = counter_step((struct range){2, 3});
  assert_int_equal(up.up, 3);
  assert_int_equal(up.down, 0);
  struct counter_steps both = counter_step((struct range){-2, 3});
  assert_int_equal(both.up, 3);
  assert_int_equal(both.down, 2);
  struct counter_steps any = counter_step(range_full(64));
  assert_true(any.up == COUNTER_MOST);
  assert_true(any.down == COUNTER_MOST);
}

static void a_counter_is_within_base_and_sum(void **unused) {
  (void)unused;
  struct counter_steps sum =
      counter_steps_sum((struct counter_steps){3, 1}, (struct counter_steps){4, 0});
  struct range range = counter_range((struct range){10, 20}, sum, 8);
  assert_int_equal(range.low, 9);
  assert_int_equal(range.high, 27);
}

static void sums_that_may_wrap_around_say_nothing(void **unused) {
  (void)unused;
  struct range full = range_full(8), wraps = counter_range(zero, (struct counter_steps){128, 0}, 8);
  assert_true(wraps.low == full.low && wraps.high == full.high);
  struct range fits = counter_range(zero, (struct counter_steps){127, 128}, 8);
  assert_true(fits.low == -128 && fits.high == 127);
  /* Three times a quarter of all numbers is more than the largest. */
  struct counter_steps quarter = counter_step((struct range){INT64_C(1) << 61, INT64_C(1) << 61});
  struct counter_steps sum = counter_steps_sum(quarter, counter_steps_sum(quarter, quarter));
  struct range most = range_full(64), large = counter_range(zero, sum, 64);
  assert_true(large.low == most.low && large.high == most.high);
}

/* Two variables of a byte that were read from places 1 and 2, and one that was not. */
struct terms_read {
  struct terms *terms;
  struct map reads;
  const struct term *first, *second, *other;
};

static struct terms_read begin(void) {
  struct terms_read read = {.terms = terms_create()};
  read.first = term_variable(read.terms, 8, 1);
  read.second = term_variable(read.terms, 8, 2);
  read.other = term_variable(read.terms, 8, 3);
  map_set(&read.reads, read.first->id, 1);
  map_set(&read.reads, read.second->id, 2);
  return read;
}

static void end(struct terms_read *read) {
  map_release(&read->reads);
  terms_destroy(read->terms);
}

static void a_value_read_plus_something_is_a_step(void **unused) {
  (void)unused;
  struct terms_read read = begin();
  struct counter_reads reads = {.ranges = ranges_create(), .reads = &read.reads, .variable = 1};
  ranges_set(reads.ranges, read.other, (struct range){0, 5});
  const struct term *three = term_constant(read.terms, 8, 3);
  struct range by;
  assert_true(counter_find_step(&reads, read.first, &by));
  assert_true(by.low == 0 && by.high == 0);
  assert_true(
      counter_find_step(&reads, term_apply(read.terms, OP_SUB, read.first, three, NULL), &by));
  assert_true(by.low == -3 && by.high == -3);
  const struct term *more = term_apply(read.terms, OP_ADD, read.other, read.first, NULL);
  assert_true(counter_find_step(&reads, term_apply(read.terms, OP_ADD, more, three, NULL), &by));
  assert_true(by.low == 3 && by.high == 8);
  ranges_destroy(reads.ranges);
  end(&read);
}

static void what_does_not_begin_at_the_counter_is_no_step(void **unused) {
  (void)unused;
  struct terms_read read = begin();
  struct counter_reads reads = {.ranges = ranges_create(), .reads = &read.reads, .variable = 1};
  const struct term *three = term_constant(read.terms, 8, 3);
  struct range by;
  assert_false(counter_find_step(&reads, read.second, &by));
  assert_false(counter_find_step(&reads, three, &by));
  assert_false(
      counter_find_step(&reads, term_apply(read.terms, OP_SUB, three, read.first, NULL), &by));
  assert_false(
      counter_find_step(&reads, term_apply(read.terms, OP_MUL, read.first, three, NULL), &by));
  struct counter_reads known = {.ranges = reads.ranges, .known = read.other};
  assert_true(
      counter_find_step(&known, term_apply(read.terms, OP_ADD, read.other, three, NULL), &by));
  assert_false(counter_find_step(&known, read.first, &by));
  ranges_destroy(reads.ranges);
  end(&read);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_goes_up_or_down_or_both),
      cmocka_unit_test(a_counter_is_within_base_and_sum),
      cmocka_unit_test(sums_that_may_wrap_around_say_nothing),
      cmocka_unit_test(a_value_read_plus_something_is_a_step),
      cmocka_unit_test(what_does_not_begin_at_the_counter_is_no_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
