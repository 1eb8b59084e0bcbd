/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that grow. */
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void an_empty_text_reads_as_nothing(void **unused) {
  (void)unused;
  struct text text = {0};
  assert_string_equal(text_get(&text), "");
  text_release(&text);
}

static void pieces_are_appended_in_order(void **unused) {
  (void)unused;
  struct text text = {0};
  text_add(&text, "a");
  text_format(&text, "%d", 12345);
  text_add_bytes(&text, "bcd", 2);
  assert_string_equal(text_get(&text), "a12345bc");
  assert_int_equal(text.length, 8);
  text_release(&text);
  assert_string_equal(text_get(&text), "");
}

static void a_text_grows_as_long_as_needed(void **unused) {
  (void)unused;
  struct text text = {0};
  for (int i = 0; i < 1000; i++)
    text_format(&text, "%04d", i);
  assert_int_equal(text.length, 4000);
  assert_memory_equal(text.data + 4 * 567, "0567", 4);
  text_release(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_text_reads_as_nothing),
      cmocka_unit_test(pieces_are_appended_in_order),
      cmocka_unit_test(a_text_grows_as_long_as_needed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
