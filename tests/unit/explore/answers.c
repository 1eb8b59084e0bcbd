/* SPDX-License-Identifier: Apache-2.0 */
/* The enumeration of the answers to choices. */
#include "explore/answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_step_without_choices_is_taken_once(void **unused) {
  (void)unused;
  struct answers answers;
  answers_init(&answers, NULL, NULL);
  answers_begin(&answers);
  assert_false(answers_advance(&answers));
  answers_release(&answers);
}

static void the_last_digit_turns_fastest(void **unused) {
  (void)unused;
  struct answers answers;
  unsigned taken = 0;
  answers_init(&answers, NULL, NULL);
  answers_begin(&answers);
  do {
    uint64_t first = answers_next(&answers, 2), second = answers_next(&answers, 3);
    assert_int_equal(first, taken / 3);
    assert_int_equal(second, taken % 3);
    taken++;
  } while (answers_advance(&answers));
  assert_int_equal(taken, 6);
  assert_int_equal(answers.asked, 12);
  answers_release(&answers);
}

/* A step that answers 0 asks for nothing else, one that answers n asks for n + 1 values more. */
static void later_choices_depend_on_earlier_answers(void **unused) {
  (void)unused;
  struct answers answers;
  unsigned sequences = 0, sum = 0;
  answers_init(&answers, NULL, NULL);
  answers_begin(&answers);
  do {
    uint64_t first = answers_next(&answers, 4);
    uint64_t second = first ? answers_next(&answers, first + 1) : 0;
    assert_true(second <= first);
    assert_int_equal(answers.next, first ? 2 : 1);
    sequences++;
    sum += (unsigned)(10 * first + second);
  } while (answers_advance(&answers));
  assert_int_equal(sequences, 1 + 2 + 3 + 4);
  assert_int_equal(sum, (10 + 11) + (20 + 21 + 22) + (30 + 31 + 32 + 33));
  answers_release(&answers);
}

static void a_known_sequence_is_given(void **unused) {
  (void)unused;
  static const uint64_t known[] = {7, 0, 41};
  struct answers answers;
  answers_init(&answers, NULL, NULL);
  answers_repeat(&answers, known, 3);
  for (size_t i = 0; i < 3; i++)
    assert_int_equal(answers_next(&answers, 2), known[i]); /* whatever the count is now */
  answers_release(&answers);
}

static void choices_of_few_bits_have_all_values(void **unused) {
  (void)unused;
  struct answers answers;
  uint64_t seen = 0;
  answers_init(&answers, NULL, NULL);
  answers.widest = 3;
  answers_begin(&answers);
  do
    seen |= (uint64_t)1 << answers.chooser.choose(&answers.chooser, 3, NULL);
  while (answers_advance(&answers));
  assert_int_equal(seen, 0xff);
  assert_false(answers.was_wide);
  answers_release(&answers);
}

/* A search that tried some values only must not take them for all. */
static void a_choice_of_many_bits_is_told(void **unused) {
  (void)unused;
  struct answers answers;
  unsigned values = 0;
  answers_init(&answers, NULL, NULL);
  answers_begin(&answers);
  assert_int_equal(answers.chooser.choose(&answers.chooser, 32, NULL), 0);
  assert_true(answers.was_wide);
  assert_false(answers_advance(&answers));
  answers.samples = true;
  answers_begin(&answers);
  do {
    assert_true(answers.chooser.choose(&answers.chooser, 32, NULL) <= UINT32_MAX);
    values++;
  } while (answers_advance(&answers));
  assert_true(values > 1);
  answers_release(&answers);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_without_choices_is_taken_once),
      cmocka_unit_test(the_last_digit_turns_fastest),
      cmocka_unit_test(later_choices_depend_on_earlier_answers),
      cmocka_unit_test(a_known_sequence_is_given),
      cmocka_unit_test(choices_of_few_bits_have_all_values),
      cmocka_unit_test(a_choice_of_many_bits_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
