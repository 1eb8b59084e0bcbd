/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to memory: each way to leave an object is an error with its own message, and the last
 * byte of an object belongs to it. */
#include "base/text.h"
#include "tests/unit/semantics/stepping.h"

#define HEADERS                                                                                    \
  "#include <stdlib.h>\n#include <string.h>\n#include <stdatomic.h>\n"                             \
  "int *volatile p; char *volatile q; int unknown(void);\n"

static const struct {
  const char *body, *message; /* NULL: no error */
} cases[] = {
    {"p = 0; *p = 1;", "null pointer dereference"},
    {"p = (int *)0x123456789; *p = 1;", "access to memory outside of any object"},
    {"int a[4]; p = a; p[4] = 1;", "access to memory outside of any object"},
    {"int a[4]; p = a; p[3] = 1;", NULL},
    {"q = malloc(5); *(short *)(q + 4) = 1;", "access out of bounds"},
    {"q = malloc(6); *(short *)(q + 4) = 1;", NULL},
    {"p = malloc(4); free(p); *p = 1;", "use after free"},
    {"p = malloc(4); free(p); free(p);", "double free"},
    {"p = malloc(8); free(p + 1);",
     "free of something that is not the start of an allocated block"},
    {"free(0);", NULL},
    {"q = (char *)\"text\"; *q = 'T';", "write to a constant"},
    {"q = (char *)\"text\"; if (*q != 't') p = 0, *p = 1;", NULL},
    {"q = (char *)main; *q = 1;", "access to the code of a function"},
    {"{ int a; p = &a; } *p = 1;", "use of a local variable outside its block"},
    {"q = malloc(4); memcpy(q, \"1234\", 5);", "access out of bounds"},
    {"q = malloc(4); memset(q, 0, 5);", "access out of bounds"},
    {"q = malloc(4); memset(q, 7, 4); memcpy(q, q + 2, 2); if (q[1] != 7) p = 0, *p = 1;", NULL},
    {"q = malloc(4); memset(q, 1, 4); q = realloc(q, 8); if (q[3] != 1) p = 0, *p = 1;", NULL},
    {"q = malloc(8); q = realloc(q, 4); q[4] = 1;", "access to memory outside of any object"},
    {"p = malloc(2); atomic_fetch_add((_Atomic int *)p, 1);", "access out of bounds"},
    {"_Atomic int a = 5; int e = 4; if (atomic_compare_exchange_strong(&a, &e, 6) || e != 5 ||"
     " !atomic_compare_exchange_strong(&a, &e, 7) || a != 7) p = 0, *p = 1;",
     NULL},
};

/* Main alone, up to its end or an error. */
static enum outcome run_main(struct stepping *stepping, const char *body) {
  struct text text = {0};
  text_format(&text, "%sint main(void) { %s return 0; }\n", HEADERS, body);
  stepping_begin(stepping, text_get(&text), (property_set)1 << PROPERTY_MEMORY);
  text_release(&text);
  enum outcome outcome = OUTCOME_STEPPED;
  while (outcome == OUTCOME_STEPPED)
    outcome = stepping_step(stepping, 0);
  return outcome;
}

static void each_error_has_its_message(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct stepping stepping;
    enum outcome outcome = run_main(&stepping, cases[i].body);
    if (outcome != (cases[i].message ? OUTCOME_VIOLATION : OUTCOME_EXITED))
      fail_msg("%s: outcome %d %s", cases[i].body, (int)outcome, stepping.machine.reason);
    if (cases[i].message) {
      assert_string_equal(stepping.machine.violation.message, cases[i].message);
      assert_int_equal(stepping.machine.violation.property, PROPERTY_MEMORY);
    }
    stepping_end(&stepping);
  }
}

/* Without the property an error ends the execution without a report. */
static void an_unchecked_error_prunes(void **unused) {
  (void)unused;
  struct stepping stepping;
  stepping_begin(&stepping, HEADERS "int main(void) { p = 0; *p = 1; return 0; }\n", 0);
  enum outcome outcome = OUTCOME_STEPPED;
  while (outcome == OUTCOME_STEPPED)
    outcome = stepping_step(&stepping, 0);
  assert_int_equal(outcome, OUTCOME_PRUNED);
  stepping_end(&stepping);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_error_has_its_message),
      cmocka_unit_test(an_unchecked_error_prunes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
