// Trees, a table and lists of <search.h>.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int visited, sum;

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void visit(const void *node, VISIT kind, int depth) {
  if (kind == postorder || kind == leaf) {
    assert(**(int *const *)node >= visited);
    visited = **(int *const *)node;
    sum += visited;
  }
}

static void nothing(void *key) { sum--; }

struct element {
  struct element *next, *previous;
  int number;
};

int main(void) {
  int numbers[5] = {3, 1, 4, 5, 2}, missing = 9;
  void *root = NULL;
  for (int i = 0; i < 5; i++)
    assert(**(int **)tsearch(&numbers[i], &root, compare) == numbers[i]);
  int same = 4;
  assert(*(int **)tsearch(&same, &root, compare) == &numbers[2]);
  assert(*(int **)tfind(&same, &root, compare) == &numbers[2]);
  assert(tfind(&missing, &root, compare) == NULL);
  twalk(root, visit);
  assert(sum == 15);
  assert(tdelete(&numbers[0], &root, compare) != NULL && tdelete(&missing, &root, compare) == NULL);
  assert(tfind(&numbers[0], &root, compare) == NULL && tfind(&numbers[3], &root, compare) != NULL);
  visited = sum = 0;
  twalk(root, visit);
  assert(sum == 12);
  tdestroy(root, nothing);
  assert(sum == 8);

  struct element a = {.number = 1}, b = {.number = 2}, c = {.number = 3};
  insque(&a, NULL);
  insque(&c, &a);
  insque(&b, &a);
  assert(a.next == &b && b.next == &c && c.previous == &b && b.previous == &a && c.next == NULL);
  remque(&b);
  assert(a.next == &c && c.previous == &a);

  assert(hcreate(4) != 0);
  assert(hsearch((ENTRY){"one", &a}, ENTER)->data == &a);
  assert(hsearch((ENTRY){"two", &b}, ENTER)->data == &b);
  assert(hsearch((ENTRY){"one", &c}, ENTER)->data == &a);
  assert(hsearch((ENTRY){"two", NULL}, FIND)->data == &b);
  assert(hsearch((ENTRY){"three", NULL}, FIND) == NULL && errno == ESRCH);
  hdestroy();
  return 0;
}
