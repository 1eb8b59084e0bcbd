/* Sorting and searching through comparison functions. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
  char name[8];
  int age;
};

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int by_age_then_name(const void *a, const void *b) {
  const struct person *x = a, *y = b;
  if (x->age != y->age)
    return x->age - y->age;
  return strcmp(x->name, y->name);
}
static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}
static int by_digit(const void *a, const void *b, void *base) {
  return *(const int *)a % *(int *)base * 1000 + *(const int *)a -
         (*(const int *)b % *(int *)base * 1000 + *(const int *)b);
}

int main(void) {
  int numbers[17], n = 17;
  for (int i = 0; i < n; i++)
    numbers[i] = (i * 37 + 5) % 41;
  qsort(numbers, (size_t)n, sizeof *numbers, by_value);
  for (int i = 0; i < n; i++)
    printf("%d ", numbers[i]);
  printf("\n");
  for (int wanted = 0; wanted < 12; wanted++) {
    int *found = bsearch(&wanted, numbers, (size_t)n, sizeof *numbers, by_value);
    printf("%d ", found ? (int)(found - numbers) : -1);
  }
  printf("\n");
  struct person people[] = {{"eve", 30}, {"bob", 25}, {"ann", 30}, {"joe", 41}, {"sue", 25}};
  qsort(people, 5, sizeof *people, by_age_then_name);
  for (int i = 0; i < 5; i++)
    printf("%s %d\n", people[i].name, people[i].age);
  const char *words[] = {"pear", "fig", "apple", "kiwi", "date"};
  qsort(words, 5, sizeof *words, by_text);
  const char *key = "kiwi";
  const char **w = bsearch(&key, words, 5, sizeof *words, by_text);
  printf("%s %s %d\n", words[0], words[4], (int)(w - words));
  int base = 10;
  qsort_r(numbers, (size_t)n, sizeof *numbers, by_digit, &base);
  printf("%d %d\n", numbers[0], numbers[n - 1]);
  qsort(numbers, 0, sizeof *numbers, by_value);
  qsort(numbers, 1, sizeof *numbers, by_value);
  return bsearch(&base, numbers, 0, sizeof *numbers, by_value) == NULL;
}
// SPDX-License-Identifier: Apache-2.0
