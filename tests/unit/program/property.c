/* SPDX-License-Identifier: Apache-2.0 */
/* Properties by name, and paths into types. */
#include "program/property.h"

#include "base/text.h"
#include "program/type.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void every_property_is_found_by_its_name(void **unused) {
  (void)unused;
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    enum property found;
    assert_true(property_find(property_name((enum property)i), &found));
    assert_int_equal(found, i);
  }
  enum property found;
  assert_false(property_find("races", &found));
  assert_false(property_find("", &found));
}

static void the_default_leaves_overflow_and_leaks_out(void **unused) {
  (void)unused;
  property_set set = property_defaults();
  assert_true(property_in(PROPERTY_REACH, set) && property_in(PROPERTY_RACE, set));
  assert_true(property_in(PROPERTY_DEADLOCK, set) && property_in(PROPERTY_DIVISION, set));
  assert_false(property_in(PROPERTY_OVERFLOW, set) || property_in(PROPERTY_LEAK, set));
  assert_false(property_in(PROPERTY_MEMCLEANUP, set));
}

static void lists_are_separated_by_commas(void **unused) {
  (void)unused;
  struct text unknown = {0};
  property_set set = 0;
  assert_true(property_parse_list("race,memory", &set, &unknown));
  assert_int_equal(set, 1u << PROPERTY_RACE | 1u << PROPERTY_MEMORY);
  set = 0;
  assert_true(property_parse_list("all", &set, &unknown));
  assert_int_equal(set, (1u << PROPERTY_COUNT) - 1);
  set = 0;
  assert_true(property_parse_list("default,overflow", &set, &unknown));
  assert_int_equal(set, property_defaults() | 1u << PROPERTY_OVERFLOW);
  assert_false(property_parse_list("race,rice,memory", &set, &unknown));
  assert_string_equal(text_get(&unknown), "rice");
  text_release(&unknown);
  assert_false(property_parse_list("race,,memory", &set, &unknown));
  assert_false(property_parse_list("", &set, &unknown));
  text_release(&unknown);
}

static const struct type number = {.kind = TYPE_SIGNED, .name = "int", .size = 4};
static const struct type pair = {.kind = TYPE_STRUCT,
                                 .name = "struct pair",
                                 .size = 8,
                                 .field_count = 2,
                                 .fields = (const struct type_field[]){
                                     {"head", 0, &number, false}, {"tail", 4, &number, false}}};
static const struct type pairs = {.kind = TYPE_ARRAY, .name = "", .size = 24, .element = &pair};

static const struct type both = {
    .kind = TYPE_STRUCT,
    .name = "union both",
    .size = 8,
    .field_count = 2,
    .fields = (const struct type_field[]){{"one", 0, &number, false}, {"two", 0, &pair, false}}};

static const char *path(struct text *out, const struct type *type, uint64_t offset) {
  text_release(out);
  return type_describe_offset(out, type, offset) ? text_get(out) : NULL;
}

static void offsets_become_paths(void **unused) {
  (void)unused;
  struct text out = {0};
  assert_string_equal(path(&out, &number, 0), "");
  assert_string_equal(path(&out, &pair, 4), ".tail");
  assert_string_equal(path(&out, &pairs, 12), "[1].tail");
  assert_null(path(&out, &pairs, 24));
  assert_null(path(&out, &pairs, 13));
  assert_int_equal(out.length, 0);
  text_release(&out);
}

static void a_union_is_shown_by_the_first_member_that_fits(void **unused) {
  (void)unused;
  struct text out = {0};
  assert_string_equal(path(&out, &both, 0), ".one");
  assert_string_equal(path(&out, &both, 4), ".two.tail");
  text_release(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_property_is_found_by_its_name),
      cmocka_unit_test(the_default_leaves_overflow_and_leaks_out),
      cmocka_unit_test(lists_are_separated_by_commas),
      cmocka_unit_test(offsets_become_paths),
      cmocka_unit_test(a_union_is_shown_by_the_first_member_that_fits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
