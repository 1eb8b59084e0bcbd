/* SPDX-License-Identifier: Apache-2.0 */
/* What threads share, of small programs: by the names of variables and allocations. */
#include "analysis/sharing.h"

#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct subject {
  struct program *program;
  struct sharing *sharing;
};

static struct subject analyse_as(const char *source, enum data_model model) {
  struct subject subject = {.program = load_text(source, model)};
  subject.sharing = sharing_create(subject.program);
  return subject;
}

static void release(struct subject *subject) {
  sharing_destroy(subject->sharing);
  program_destroy(subject->program);
}

static const struct object *variable(const struct subject *subject, const char *name) {
  for (uint32_t i = 0; i < subject->program->object_count; i++)
    if (!strcmp(subject->program->objects[i].name, name))
      return &subject->program->objects[i];
  fail_msg("no variable %s", name);
  return NULL;
}

/* Is any of the allocations shared that `function` makes under the name, "" for any name? */
static bool allocates_shared(const struct subject *subject, const char *function,
                             const char *name) {
  const struct function *in = program_find_function(subject->program, function);
  bool found = false, shared = false;
  for (uint32_t i = 0; in && i < in->edge_count; i++) {
    const struct edge *edge = &in->edges[i];
    if (edge->op != OPERATION_ALLOCATE || (*name && strcmp(edge->allocate.name, name) != 0))
      continue;
    found = true;
    shared |= sharing_of_allocation(subject->sharing, edge);
  }
  assert_true(found);
  return shared;
}

/* What follows is checked under both data models. */
static void expect(const char *source, void (*check)(const struct subject *subject)) {
  for (int model = 0; model < 2; model++) {
    struct subject subject = analyse_as(source, model ? DATA_MODEL_ILP32 : DATA_MODEL_LP64);
    check(&subject);
    release(&subject);
  }
}

#define THREADS                                                                                    \
  "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n"

static void check_ids(const struct subject *s) {
  assert_false(allocates_shared(s, "main", "t"));
  assert_false(allocates_shared(s, "main", "buffer"));
  assert_false(allocates_shared(s, "main", "result"));
  assert_false(sharing_of_object(s->sharing, variable(s, "own")));
  assert_true(sharing_of_object(s->sharing, variable(s, "both")));
}

static void thread_ids_and_buffers_of_main_are_private(void **unused) {
  (void)unused;
  expect(THREADS "int own, both;\n"
                 "void *f(void *a) { char s[9]; memset(s, 1, 9); both++; return 0; }\n"
                 "int main(void) { pthread_t t[3]; char buffer[30]; void *result; own = 1;\n"
                 "  memset(buffer, 0, sizeof buffer); strcpy(buffer, \"x\");\n"
                 "  snprintf(buffer, 30, \"%d\", own);\n"
                 "  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);\n"
                 "  for (int i = 0; i < 3; i++) pthread_join(t[i], &result); return both; }\n",
         check_ids);
}

static void check_argument(const struct subject *s) {
  assert_true(allocates_shared(s, "main", "x"));
  assert_false(allocates_shared(s, "main", "y"));
  assert_false(allocates_shared(s, "f", "own"));
}

static void what_a_thread_gets_by_address_is_shared(void **unused) {
  (void)unused;
  expect(THREADS "void set(int *p) { *p = 1; }\n"
                 "void *f(void *a) { int own; set(&own); set(a); return 0; }\n"
                 "int main(void) { int x = 0, y; pthread_t t; set(&y);\n"
                 "  pthread_create(&t, 0, f, &x); x++; return y; }\n",
         check_argument);
}

static void check_heap(const struct subject *s) {
  assert_true(allocates_shared(s, "malloc", ""));
  assert_true(sharing_of_object(s->sharing, variable(s, "list")));
}

static void heap_blocks_behind_a_global_are_shared(void **unused) {
  (void)unused;
  expect(THREADS "int *list; void *f(void *a) { *list = 1; return 0; }\n"
                 "int main(void) { pthread_t t; list = malloc(4); *list = 0;\n"
                 "  pthread_create(&t, 0, f, 0); return *list; }\n",
         check_heap);
}

static void check_nodes(const struct subject *s) {
  assert_true(allocates_shared(s, "main", "first"));
  assert_true(allocates_shared(s, "main", "second"));
  assert_false(allocates_shared(s, "main", "alone"));
}

static void nodes_of_a_list_are_shared(void **unused) {
  (void)unused;
  expect(THREADS "struct node { struct node *next; int value; } *head;\n"
                 "void push(struct node *n) { n->next = head; head = n; }\n"
                 "void *f(void *a) { for (struct node *n = head; n; n = n->next) n->value++;\n"
                 "  return 0; }\n"
                 "int main(void) { struct node first, second, alone, *p = &alone; pthread_t t;\n"
                 "  push(&first); push(&second); p->value = 1;\n"
                 "  pthread_create(&t, 0, f, 0); return p->value; }\n",
         check_nodes);
}

static void check_copied(const struct subject *s) {
  assert_true(allocates_shared(s, "main", "x"));
  assert_true(allocates_shared(s, "main", "y"));
  assert_true(allocates_shared(s, "main", "z"));
}

static void pointers_copied_as_bytes_share(void **unused) {
  (void)unused;
  expect(THREADS "struct box { char c; int *p; } box; char raw[sizeof(int *)]; int *indirect;\n"
                 "void put(int **where, int *what) { *where = what; }\n"
                 "void *f(void *a) { int *q; memcpy(&q, raw, sizeof q); (*q)++; (*box.p)++;\n"
                 "  (*indirect)++; return 0; }\n"
                 "int main(void) { int x = 0, y = 0, z = 0; int *py = &y; pthread_t t;\n"
                 "  struct box b = {0, &x}; memcpy(&box, &b, sizeof b); put(&indirect, &z);\n"
                 "  for (unsigned i = 0; i < sizeof py; i++) raw[i] = ((char *)&py)[i];\n"
                 "  pthread_create(&t, 0, f, 0); return 0; }\n",
         check_copied);
}

static void check_table(const struct subject *s) {
  const struct function *callees[4], *run = program_find_function(s->program, "dispatch");
  unsigned calls = 0;
  for (uint32_t i = 0; i < run->edge_count; i++) {
    if (run->edges[i].op != OPERATION_CALL)
      continue;
    calls++;
    assert_int_equal(sharing_callees(s->sharing, &run->edges[i], callees, 4), 2);
    assert_true(callees[0] != callees[1]);
  }
  assert_int_equal(calls, 1);
  assert_true(sharing_of_object(s->sharing, variable(s, "x")));
  assert_true(sharing_of_object(s->sharing, variable(s, "y")));
  assert_false(sharing_of_object(s->sharing, variable(s, "z")));
  assert_true(allocates_shared(s, "main", "local"));
}

static void calls_through_a_table_reach_its_functions(void **unused) {
  (void)unused;
  expect(THREADS "int x, y, z; void setx(int *p) { x = 1; *p = 1; } void sety(int *p) { y = 1; }\n"
                 "void setz(int *p) { z = 1; }\n"
                 "void (*const table[2])(int *) = {setx, sety};\n"
                 "void dispatch(int i, int *p) { table[i](p); }\n"
                 "void *f(void *a) { dispatch(1, a); return 0; }\n"
                 "int main(void) { int local; pthread_t t; setz(&local);\n"
                 "  pthread_create(&t, 0, f, &local); return x + y; }\n",
         check_table);
}

static void check_returned(const struct subject *s) {
  assert_true(allocates_shared(s, "main", "x"));
  assert_true(allocates_shared(s, "main", "y"));
  assert_true(allocates_shared(s, "main", "z"));
  assert_false(allocates_shared(s, "main", "own"));
}

static void structures_returned_by_value_carry_pointers(void **unused) {
  (void)unused;
  expect(THREADS
         "struct pair { int *p; int *q; } shared; struct big { int *p; long a[9]; } large;\n"
         "struct pair make(int *p, int *q) { struct pair r = {p, q}; return r; }\n"
         "struct big grow(int *p) { struct big r = {p, {0}}; return r; }\n"
         "void set(int *p) { *p = 1; }\n"
         "void *f(void *a) { (*shared.p)++; (*shared.q)++; (*large.p)++; return 0; }\n"
         "int main(void) { int x = 0, y = 0, z = 0, own = 0; pthread_t t;\n"
         "  shared = make(&x, &y); large = grow(&z); set(&own);\n"
         "  pthread_create(&t, 0, f, 0); return 0; }\n",
         check_returned);
}

static void check_local(const struct subject *s) {
  assert_true(allocates_shared(s, "main", "x"));
  assert_true(allocates_shared(s, "f", "y"));
  assert_true(sharing_of_object(s->sharing, &s->program->thread_locals[0]));
}

static void thread_locals_can_be_reached_by_others(void **unused) {
  (void)unused;
  expect(THREADS "__thread int *mine; int **where;\n"
                 "void *f(void *a) { int y = 0; mine = &y; **where = 1; *mine = 2; return 0; }\n"
                 "int main(void) { int x = 0; pthread_t t; mine = &x; where = &mine;\n"
                 "  pthread_create(&t, 0, f, 0); return x; }\n",
         check_local);
}

static void check_written(const struct subject *s) {
  assert_true(sharing_is_written(s->sharing, variable(s, "stored")));
  assert_true(sharing_is_written(s->sharing, variable(s, "copied")));
  assert_true(sharing_is_written(s->sharing, variable(s, "added")));
  assert_false(sharing_is_written(s->sharing, variable(s, "table")));
  assert_false(sharing_of_object(s->sharing, variable(s, "stored")));
}

static void variables_are_written_or_not(void **unused) {
  (void)unused;
  expect("#include <string.h>\nint stored, copied[3], table[3] = {1, 2, 3};\n"
         "_Atomic int added;\n"
         "int main(void) { stored = table[1]; memcpy(copied, table, sizeof table); added++;\n"
         "  return 0; }\n",
         check_written);
}

static void check_input(const struct subject *s) {
  assert_true(sharing_of_object(s->sharing, variable(s, "x")));
  assert_true(sharing_is_written(s->sharing, variable(s, "y")));
  assert_true(allocates_shared(s, "main", "given"));
}

static void an_address_from_input_may_hit_any_variable(void **unused) {
  (void)unused;
  expect(THREADS "unsigned long __VERIFIER_nondet_ulong(void); int x, y, *p;\n"
                 "void *f(void *a) { *(int *)__VERIFIER_nondet_ulong() = 1; return 0; }\n"
                 "int main(void) { int given = 0; pthread_t t; p = &given;\n"
                 "  pthread_create(&t, 0, f, 0); return x + y + given; }\n",
         check_input);
}

static void check_index(const struct subject *s) {
  assert_false(sharing_of_object(s->sharing, variable(s, "x")));
  assert_false(sharing_is_written(s->sharing, variable(s, "y")));
  assert_true(sharing_of_object(s->sharing, variable(s, "a")));
}

static void an_index_from_input_stays_in_its_array(void **unused) {
  (void)unused;
  expect(THREADS "unsigned long __VERIFIER_nondet_ulong(void); int x, y, a[9];\n"
                 "void put(int *p, unsigned long i) { p[i] = 1; }\n"
                 "void *f(void *q) { put(a, __VERIFIER_nondet_ulong()); return 0; }\n"
                 "int main(void) { pthread_t t; x = 1;\n"
                 "  pthread_create(&t, 0, f, 0); return x + y + a[0]; }\n",
         check_index);
}

static void check_displaced(const struct subject *s) {
  assert_true(sharing_of_object(s->sharing, variable(s, "a")));
  assert_true(sharing_of_object(s->sharing, variable(s, "b")));
  assert_false(sharing_of_object(s->sharing, variable(s, "c")));
}

static void a_displaced_index_keeps_to_its_array(void **unused) {
  (void)unused;
  expect(THREADS "char a[300], c[300], b[300];\n"
                 "void put(long i) { a[i - 100] = 1; (b + i)[-200] = 1; }\n"
                 "void *f(void *q) { put(220); return 0; }\n"
                 "int main(void) { pthread_t t; c[1] = 1;\n"
                 "  pthread_create(&t, 0, f, 0); return a[120] + b[20] + c[1]; }\n",
         check_displaced);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(thread_ids_and_buffers_of_main_are_private),
      cmocka_unit_test(what_a_thread_gets_by_address_is_shared),
      cmocka_unit_test(heap_blocks_behind_a_global_are_shared),
      cmocka_unit_test(nodes_of_a_list_are_shared),
      cmocka_unit_test(pointers_copied_as_bytes_share),
      cmocka_unit_test(calls_through_a_table_reach_its_functions),
      cmocka_unit_test(structures_returned_by_value_carry_pointers),
      cmocka_unit_test(thread_locals_can_be_reached_by_others),
      cmocka_unit_test(variables_are_written_or_not),
      cmocka_unit_test(an_address_from_input_may_hit_any_variable),
      cmocka_unit_test(an_index_from_input_stays_in_its_array),
      cmocka_unit_test(a_displaced_index_keeps_to_its_array),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
