/* SPDX-License-Identifier: Apache-2.0 */
/* Which violations are the same. */
#include "program/known.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct violation_site site_of(enum property property, struct position a, struct position b) {
  struct violation_site site = {.property = property};
  site_add(&site, a);
  site_add(&site, b);
  return site;
}

static const struct position here = {0, 4, 7}, beside = {0, 4, 9}, below = {0, 5, 7},
                             elsewhere = {1, 4, 7};

static void the_order_of_places_does_not_matter(void **unused) {
  (void)unused;
  struct violation_site one = site_of(PROPERTY_RACE, here, elsewhere);
  struct violation_site other = site_of(PROPERTY_RACE, elsewhere, here);
  assert_true(site_is_same(&one, &other));
  struct violation_site third = site_of(PROPERTY_RACE, elsewhere, below);
  assert_false(site_is_same(&one, &third));
}

static void columns_tell_assertions_apart_but_not_races(void **unused) {
  (void)unused;
  struct violation_site one = site_of(PROPERTY_REACH, here, here);
  struct violation_site other = site_of(PROPERTY_REACH, beside, beside);
  assert_int_equal(one.count, 1);
  assert_false(site_is_same(&one, &other));
  one = site_of(PROPERTY_RACE, here, here);
  other = site_of(PROPERTY_RACE, beside, here);
  assert_true(site_is_same(&one, &other));
}

static void properties_at_one_place_are_different(void **unused) {
  (void)unused;
  struct known_violations known = {0};
  struct violation_site lock = site_of(PROPERTY_LOCK, here, here);
  struct violation_site memory = site_of(PROPERTY_MEMORY, here, here);
  assert_false(known_has(NULL, &lock));
  assert_int_equal(known_properties(NULL), 0);
  vector_push(&known.list, lock);
  assert_true(known_has(&known, &lock));
  assert_false(known_has(&known, &memory));
  assert_int_equal(known_properties(&known), 1u << PROPERTY_LOCK);
  vector_release(&known.list);
}

static void no_more_places_are_kept_than_there_is_room_for(void **unused) {
  (void)unused;
  struct violation_site site = {.property = PROPERTY_DEADLOCK};
  for (uint32_t line = 40; line > 0; line--)
    site_add(&site, (struct position){0, line, 1});
  assert_int_equal(site.count, 16);
  for (uint32_t i = 1; i < site.count; i++)
    assert_true(site.places[i - 1].line < site.places[i].line);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_order_of_places_does_not_matter),
      cmocka_unit_test(columns_tell_assertions_apart_but_not_races),
      cmocka_unit_test(properties_at_one_place_are_different),
      cmocka_unit_test(no_more_places_are_kept_than_there_is_room_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
