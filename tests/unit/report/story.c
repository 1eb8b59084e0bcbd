/* SPDX-License-Identifier: Apache-2.0 */
/* The story of an execution: which steps it tells, and in which words. */
#include "report/story.h"

#include "base/text.h"
#include "semantics/run.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char source[] =
    "#include <assert.h>\n#include <pthread.h>\nint __VERIFIER_nondet_int(void);\n"
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint counter, list[3];\n"
    "void *work(void *a) {\n pthread_mutex_lock(&m);\n counter = counter + 2;\n"
    " pthread_mutex_unlock(&m);\n return a;\n}\n"
    "int main(void) {\n pthread_t t;\n list[1] = __VERIFIER_nondet_int();\n"
    " pthread_create(&t, 0, work, 0);\n pthread_join(t, 0);\n assert(counter == 3);\n}\n";

struct told {
  struct program *program;
  struct machine machine;
  struct state *state;
  struct story *story;
};

static void tell(struct told *told, size_t most) {
  *told = (struct told){.program = load_text(source, DATA_MODEL_LP64)};
  told->story = story_create(told->program, most);
  told->machine = (struct machine){.program = told->program,
                                   .domain = &domain_concrete,
                                   .properties = 1u << PROPERTY_REACH,
                                   .listeners = story_listener(told->story)};
  struct run_options options = {.seed = 1};
  assert_int_equal(run_program(&told->machine, &options, &told->state), RUN_VIOLATION);
  story_finish(told->story, told->state);
}

static void release(struct told *told) {
  story_destroy(told->story);
  state_destroy(told->state);
  program_destroy(told->program);
}

/* The step with this operation and name, the n-th of them; NULL: there are fewer. */
static const struct story_step *find(const struct told *told, const char *operation,
                                     const char *name, size_t n) {
  for (size_t i = 0; i < story_count(told->story); i++) {
    const struct story_step *step = story_step(told->story, i);
    if (strcmp(step->operation, operation) == 0 && strcmp(step->name, name) == 0 && n-- == 0)
      return step;
  }
  return NULL;
}

static void accesses_have_names_values_and_locks(void **unused) {
  (void)unused;
  struct told told;
  tell(&told, 0);
  const struct story_step *write = find(&told, "writes", "counter", 0);
  assert_non_null(write);
  assert_int_equal(write->thread, 1);
  assert_int_equal(write->at.line, 8);
  assert_string_equal(write->value, "2");
  assert_string_equal(write->locks, "m");
  assert_int_equal(write->lock_count, 1);
  assert_int_equal(write->size, 4);
  const struct story_step *read = find(&told, "reads", "counter", 1);
  assert_non_null(read);
  assert_int_equal(read->thread, 0); /* main's, after the join */
  assert_int_equal(read->lock_count, 0);
  assert_non_null(find(&told, "writes", "list[1]", 0));
  release(&told);
}

/* What the models of the library access is told as one call. */
static void library_functions_are_folded(void **unused) {
  (void)unused;
  struct told told;
  tell(&told, 0);
  assert_non_null(find(&told, "acquires", "m (pthread_mutex_lock)", 0));
  assert_non_null(find(&told, "releases", "m (pthread_mutex_unlock)", 0));
  assert_non_null(find(&told, "creates", "work (pthread_create)", 0));
  assert_null(find(&told, "writes", "m", 0));
  for (size_t i = 0; i < story_count(told.story); i++) {
    const struct story_step *step = story_step(told.story, i);
    assert_true(!step->at.line || !step->function || !step->function->is_library);
  }
  release(&told);
}

static void inputs_are_told_with_their_values(void **unused) {
  (void)unused;
  struct told told;
  tell(&told, 0);
  const struct story_step *input = find(&told, "calls", "__VERIFIER_nondet_int()", 0);
  assert_non_null(input);
  assert_true(input->is_input);
  assert_int_equal(story_input_count(told.story), 1);
  struct text wanted = {0};
  text_format(&wanted, "__VERIFIER_nondet_int() = %s", input->value);
  assert_string_equal(story_input(told.story, 0).text, text_get(&wanted));
  assert_string_equal(find(&told, "writes", "list[1]", 0)->value, input->value);
  text_release(&wanted);
  release(&told);
}

static void the_last_steps_are_kept(void **unused) {
  (void)unused;
  struct told all, few;
  tell(&all, 0);
  tell(&few, 4);
  size_t count = story_count(few.story), left_out = story_count(all.story) - count;
  assert_true(count <= 4 && count > 0);
  assert_int_equal(story_left_out(all.story), 0);
  assert_true(story_left_out(few.story) >= left_out);
  for (size_t i = 0; i < count; i++) {
    const struct story_step *kept = story_step(few.story, i),
                            *same = story_step(all.story, left_out + i);
    assert_string_equal(kept->operation, same->operation);
    assert_string_equal(kept->value, same->value);
    assert_int_equal(kept->at.line, same->at.line);
  }
  release(&all);
  release(&few);
}

static void the_headline_has_the_values_that_decide(void **unused) {
  (void)unused;
  struct told told;
  struct text out = {0};
  tell(&told, 0);
  story_print_headline(&out, told.story, told.state, &told.machine.violation);
  assert_non_null(strstr(text_get(&out), "FALSE(reach): assertion 'counter == 3' fails at "));
  assert_non_null(strstr(text_get(&out), ":17, counter is 2"));
  assert_null(strchr(text_get(&out), '\n'));
  text_release(&out);
  release(&told);
}

/* Whether there is a column per thread or not, every step is there, and no colour that was not
 * asked for. */
static void a_print_of_any_width_has_the_steps(void **unused) {
  (void)unused;
  static const size_t widths[] = {60, 80, 200};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    struct told told;
    struct text out = {0};
    struct story_look look = {.width = widths[i]};
    tell(&told, 0);
    story_print(&out, told.story, told.state, &told.machine.violation, &look);
    assert_non_null(strstr(text_get(&out), "acquires m"));
    assert_non_null(strstr(text_get(&out), "counter = 2"));
    assert_null(strchr(text_get(&out), '\033'));
    text_release(&out);
    release(&told);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accesses_have_names_values_and_locks),
      cmocka_unit_test(library_functions_are_folded),
      cmocka_unit_test(inputs_are_told_with_their_values),
      cmocka_unit_test(the_last_steps_are_kept),
      cmocka_unit_test(the_headline_has_the_values_that_decide),
      cmocka_unit_test(a_print_of_any_width_has_the_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
