/* Addresses, offsets, strings and expressions in the initial values of globals. */
#include <stddef.h>
#include <stdio.h>

struct record {
  char tag;
  int values[4];
  struct record *self;
  const char *name;
};

static int numbers[8] = {10, 11, 12, 13, 14, 15, 16, 17};
static int *middle = &numbers[4];
static int *end = numbers + sizeof numbers / sizeof *numbers;
static struct record first = {'a', {1, 2, 3, 4}, &first, "first" + 1};
static struct record second = {'b', {5}, &first, "second"};
static int *inside = &second.values[0] + 2;
static struct record *chain[] = {&second, &first, NULL};
static struct record **chain_end = chain + 2;
static char text[] = "array";
static char *pointer = text + 2;
static const char *literal = "literal";
static int function(int x) { return x + 1; }
static int (*call)(int) = function;
static int (*calls[2])(int) = {function, NULL};
static size_t offset = offsetof(struct record, values[2]) - offsetof(struct record, values);
static int computed = 7 * 6 + (1 << 3) - sizeof(char);
static long long wide = -(1ll << 40);
static unsigned char small = (unsigned char)300;
static double real = 1.0 / 4 + 2;
static void *nothing = 0;
static ptrdiff_t difference = (char *)&numbers[3] - (char *)&numbers[1];

int main(void) {
  printf("%d %d %d\n", *middle, end[-1], (int)(end - middle));
  printf("%d %s %s\n", first.self == &first, first.name, second.self->name);
  *inside = 99;
  printf("%d %d\n", second.values[2], (*chain_end == NULL));
  for (struct record **r = chain; *r; r++)
    printf("%c ", (*r)->tag);
  pointer[0] = 'R';
  printf("%s %s\n", text, literal + 3);
  printf("%d %d\n", call(1), calls[0](2) + !calls[1]);
  printf("%d %d %lld %d %g\n", (int)offset, computed, wide, small, real);
  printf("%d %d\n", nothing == NULL, (int)difference);
  return computed;
}
// SPDX-License-Identifier: Apache-2.0
