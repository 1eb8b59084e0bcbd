/* SPDX-License-Identifier: Apache-2.0 */
/* Arenas and what happens when memory runs out. */
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void arena_blocks_are_zeroed_aligned_and_apart(void **unused) {
  (void)unused;
  struct arena *arena = arena_create();
  unsigned char *blocks[1000];
  for (size_t i = 0; i < 1000; i++) {
    blocks[i] = arena_allocate(arena, i);
    assert_int_equal((uintptr_t)blocks[i] % 16, 0);
    for (size_t k = 0; k < i; k++)
      assert_int_equal(blocks[i][k], 0);
    memset(blocks[i], (int)(i & 0xff), i);
  }
  for (size_t i = 1; i < 1000; i++)
    assert_int_equal(blocks[i][i - 1], i & 0xff);
  assert_true(arena_size(arena) >= 999 * 1000 / 2);
  arena_destroy(arena);
}

static void a_block_may_be_larger_than_a_chunk(void **unused) {
  (void)unused;
  struct arena *arena = arena_create();
  char *large = arena_allocate(arena, 50u << 20);
  large[(50u << 20) - 1] = 1;
  char *small = arena_allocate(arena, 1);
  assert_int_equal(*small, 0);
  arena_destroy(arena);
}

static void an_arena_copies_and_formats_text(void **unused) {
  (void)unused;
  struct arena *arena = arena_create();
  assert_string_equal(arena_copy_text(arena, "thread"), "thread");
  assert_string_equal(arena_format(arena, "%s %d", "thread", 2), "thread 2");
  arena_destroy(arena);
}

static jmp_buf exhausted;
static void leave(void) { longjmp(exhausted, 1); }

static void running_out_of_memory_calls_the_handler(void **unused) {
  (void)unused;
  struct arena *arena = arena_create();
  memory_set_exhausted_handler(leave);
  if (!setjmp(exhausted)) {
    arena_allocate(arena, SIZE_MAX - 5);
    fail();
  }
  memory_set_exhausted_handler(NULL);
  arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arena_blocks_are_zeroed_aligned_and_apart),
      cmocka_unit_test(a_block_may_be_larger_than_a_chunk),
      cmocka_unit_test(an_arena_copies_and_formats_text),
      cmocka_unit_test(running_out_of_memory_calls_the_handler),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
