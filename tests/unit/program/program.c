/* SPDX-License-Identifier: Apache-2.0 */
/* Look-ups in a program, and that validation notices each broken invariant. The program is made by
 * hand: `int counter; start() { x = counter; if (x < 3) counter = x + 1; }` with a loop. */
#include "program/program.h"

#include "base/memory.h"
#include "base/text.h"
#include "program/address.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { X, FLAG, REGISTERS, LOCATIONS = 6, EDGES = 6 };

/* All parts, writable, so that a test can break one. */
struct fixture {
  struct program *program;
  struct function *start;
  struct edge *edges;
  struct location *locations;
  struct object *objects;
  struct reg *registers;
  const struct term *x, *address, *less;
};

static void add_parts(struct fixture *made, struct arena *arena) {
  uint64_t base = address_of_program_objects(DATA_MODEL_LP64).start;
  made->start = arena_allocate(arena, sizeof *made->start);
  made->edges = arena_allocate(arena, EDGES * sizeof *made->edges);
  made->locations = arena_allocate(arena, LOCATIONS * sizeof *made->locations);
  made->objects = arena_allocate(arena, 2 * sizeof *made->objects);
  made->registers = arena_allocate(arena, REGISTERS * sizeof *made->registers);
  made->registers[X] = (struct reg){.width = 32, .name = "x", .is_source = true};
  made->registers[FLAG] = (struct reg){.width = 1, .name = ""};
  made->objects[0] = (struct object){
      .name = "start", .address = base, .size = 1, .alignment = 16, .function = made->start};
  made->objects[1] =
      (struct object){.name = "counter", .address = base + 32, .size = 4, .alignment = 4};
  *made->start = (struct function){.name = "start",
                                   .register_count = REGISTERS,
                                   .registers = made->registers,
                                   .location_count = LOCATIONS,
                                   .edge_count = EDGES,
                                   .locations = made->locations,
                                   .edges = made->edges,
                                   .address = base};
}

static void add_edges(struct fixture *made, struct arena *arena, struct terms *terms) {
  made->x = term_variable(terms, 32, X);
  made->address = term_constant(terms, 64, made->objects[1].address);
  made->less = term_apply(terms, OP_SLT, made->x, term_constant(terms, 32, 3), NULL);
  struct assignment *list = arena_allocate(arena, sizeof *list);
  *list =
      (struct assignment){X, term_apply(terms, OP_ADD, made->x, term_constant(terms, 32, 1), NULL)};
  struct position at = {0, 7, 1};
  made->edges[0] = (struct edge){.from = 0, .to = 1, .op = OPERATION_LOAD, .at = at};
  made->edges[0].load.target = X;
  made->edges[0].load.address = made->address;
  made->edges[0].load.size = 4;
  made->edges[1] = (struct edge){.from = 1, .to = 2, .op = OPERATION_ASSUME, .at = at};
  made->edges[1].assume.condition = made->less;
  made->edges[2] = (struct edge){.from = 1, .to = 4, .op = OPERATION_ASSUME, .at = at};
  made->edges[2].assume.condition = term_apply(terms, OP_NOT, made->less, NULL, NULL);
  made->edges[3] = (struct edge){.from = 2, .to = 3, .op = OPERATION_ASSIGN, .at = at};
  made->edges[3].assign.count = 1;
  made->edges[3].assign.list = list;
  made->edges[4] = (struct edge){.from = 3, .to = 0, .op = OPERATION_STORE, .at = at};
  made->edges[4].store.address = made->address;
  made->edges[4].store.value = made->x;
  made->edges[4].store.size = 4;
  made->edges[5] = (struct edge){.from = 4, .to = 5, .op = OPERATION_RETURN, .at = at};
  uint32_t next = 0;
  for (uint32_t i = 0; i < LOCATIONS; i++) {
    made->locations[i].first_edge = next;
    made->locations[i].edge_count = i == 1 ? 2 : i == 5 ? 0 : 1;
    next += made->locations[i].edge_count;
  }
  made->locations[0].loop_head = true;
}

static struct fixture make_program(void) {
  struct fixture made = {0};
  struct arena *arena = arena_create();
  static const char *const files[] = {"counter.c"};
  made.program = arena_allocate(arena, sizeof *made.program);
  add_parts(&made, arena);
  struct terms *terms = terms_create();
  add_edges(&made, arena, terms);
  struct function **functions = arena_allocate(arena, sizeof *functions);
  *functions = made.start;
  *made.program = (struct program){.arena = arena,
                                   .terms = terms,
                                   .data_model = DATA_MODEL_LP64,
                                   .pointer_width = 64,
                                   .file_count = 1,
                                   .function_count = 1,
                                   .object_count = 2,
                                   .files = files,
                                   .functions = functions,
                                   .objects = made.objects,
                                   .start = made.start};
  return made;
}

static void a_sound_program_is_valid(void **unused) {
  (void)unused;
  struct fixture made = make_program();
  program_validate(made.program);
  program_destroy(made.program);
}

static void things_are_found_by_name_and_address(void **unused) {
  (void)unused;
  struct fixture made = make_program();
  uint64_t start = made.objects[0].address, counter = made.objects[1].address;
  assert_ptr_equal(program_find_function(made.program, "start"), made.start);
  assert_null(program_find_function(made.program, "stop"));
  assert_ptr_equal(program_function_at(made.program, start), made.start);
  assert_null(program_function_at(made.program, counter));
  assert_ptr_equal(program_find_object(made.program, counter), &made.objects[1]);
  assert_ptr_equal(program_find_object(made.program, counter + 3), &made.objects[1]);
  assert_null(program_find_object(made.program, counter + 4));
  assert_null(program_find_object(made.program, start + 1));
  assert_null(program_find_object(made.program, 0));
  struct text out = {0};
  program_print_position(&out, made.program, (struct position){0, 14, 2});
  assert_string_equal(text_get(&out), "counter.c:14");
  text_release(&out);
  program_print_position(&out, made.program, (struct position){0, 0, 0});
  assert_string_equal(text_get(&out), "");
  text_release(&out);
  program_destroy(made.program);
}

static void break_target(struct fixture *made) { made->edges[4].to = LOCATIONS; }
static void break_order(struct fixture *made) { made->edges[4].from = 2; }
static void break_range(struct fixture *made) { made->locations[3].edge_count = 9; }
static void break_branch(struct fixture *made) { made->edges[2].op = OPERATION_SKIP; }
static void break_choice(struct fixture *made) { made->edges[2].assume.condition = made->less; }
static void break_loop(struct fixture *made) { made->locations[0].loop_head = false; }
static void break_size(struct fixture *made) { made->edges[0].load.size = 9; }
static void break_fit(struct fixture *made) { made->edges[4].store.size = 2; }
static void break_pointer(struct fixture *made) { made->edges[4].store.address = made->x; }
static void break_width(struct fixture *made) { made->registers[X].width = 16; }
static void break_register(struct fixture *made) { made->edges[0].load.target = REGISTERS; }
static void break_condition(struct fixture *made) {
  made->edges[1].assume.condition = made->address;
}
static void break_file(struct fixture *made) { made->edges[1].at.file = 1; }
static void break_entry(struct fixture *made) { made->start->entry = LOCATIONS; }
static void break_gap(struct fixture *made) { made->objects[1].address -= 20; }
static void break_alignment(struct fixture *made) { made->objects[1].address++; }
static void break_address(struct fixture *made) { made->start->address++; }
static void break_number(struct fixture *made) { made->start->number = 1; }
static void break_model(struct fixture *made) { made->program->pointer_width = 32; }

/* In a process of its own, which validation is to abort. */
static bool is_noticed(void (*breakage)(struct fixture *)) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    struct fixture made = make_program();
    breakage(&made);
    if (!freopen("/dev/null", "w", stderr))
      _exit(3);
    signal(SIGABRT, SIG_DFL);
    program_validate(made.program);
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void every_broken_invariant_is_noticed(void **unused) {
  (void)unused;
  void (*const breakages[])(struct fixture *) = {
      break_target,    break_order,     break_range,  break_branch,  break_choice,
      break_loop,      break_size,      break_fit,    break_pointer, break_width,
      break_register,  break_condition, break_file,   break_entry,   break_gap,
      break_alignment, break_address,   break_number, break_model,
  };
  for (size_t i = 0; i < sizeof breakages / sizeof *breakages; i++)
    if (!is_noticed(breakages[i]))
      fail_msg("breakage %zu was not noticed", i);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sound_program_is_valid),
      cmocka_unit_test(things_are_found_by_name_and_address),
      cmocka_unit_test(every_broken_invariant_is_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
