/* Functions before main and behind exit. */
#include <stdio.h>
#include <stdlib.h>

static int level = 1;

__attribute__((constructor)) static void plain(void) { printf("plain %d\n", level++); }
__attribute__((constructor(102))) static void second(void) { printf("second %d\n", level++); }
__attribute__((constructor(101))) static void first(void) { printf("first %d\n", level++); }
__attribute__((constructor)) static void other(void) { printf("other %d\n", level++); }
__attribute__((destructor(101))) static void last(void) { printf("last %d\n", level++); }
__attribute__((destructor)) static void early(void) { printf("early %d\n", level++); }
__attribute__((destructor(102))) static void late(void) { printf("late %d\n", level++); }

static void handler(void) { printf("handler %d\n", level++); }

static void scope_ends(int *p) { printf("scope of %d ends\n", *p); }

static int with_cleanup(int n) {
  int kept __attribute__((cleanup(scope_ends))) = n;
  for (int i = 0; i < 3; i++) {
    int inner __attribute__((cleanup(scope_ends))) = 10 * n + i;
    if (i == 1)
      return inner + kept;
    kept++;
  }
  return 0;
}

int real_name(void) { return 5; }
int other_name(void) __attribute__((alias("real_name")));
extern int missing_variable __attribute__((weak));
extern int missing_function(void) __attribute__((weak));
__attribute__((weak)) int weak_function(void) { return 6; }

int main(void) {
  atexit(handler);
  printf("main %d\n", level++);
  printf("%d\n", with_cleanup(3));
  printf("%d %d\n", &missing_variable == NULL, missing_function == NULL);
  printf("%d %d\n", other_name(), weak_function());
  return level;
}
// SPDX-License-Identifier: Apache-2.0
