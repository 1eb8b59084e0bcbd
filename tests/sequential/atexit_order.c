/* Handlers run last to first, also those registered by handlers. */
#include <stdio.h>
#include <stdlib.h>

static int count;

static void first(void) { printf("first %d\n", ++count); }
static void second(void) { printf("second %d\n", ++count); }
static void late(void) { printf("late %d\n", ++count); }
static void third(void) {
  printf("third %d\n", ++count);
  atexit(late);
}

static void finish(int code) {
  printf("leaving with %d\n", code);
  exit(code);
}

int main(void) {
  if (atexit(first) || atexit(second) || atexit(third) || atexit(second))
    return 1;
  finish(23);
  printf("never\n");
  return 2;
}
// SPDX-License-Identifier: Apache-2.0
