/* Memory that lives as long as the function. */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node {
  struct node *next;
  int value;
};

static int list_sum(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *node = alloca(sizeof *node);
    node->next = head;
    node->value = i * i;
    head = node;
  }
  int total = 0;
  for (; head != NULL; head = head->next)
    total += head->value;
  return total;
}

static int count_words(const char *text) {
  char *copy = alloca(strlen(text) + 1);
  strcpy(copy, text);
  int count = 0;
  for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
    count++;
  return count;
}

static int depth(int n) {
  int *p = __builtin_alloca((unsigned)n * sizeof *p + 1);
  if (n == 0)
    return 0;
  for (int i = 0; i < n; i++)
    p[i] = i;
  int below = depth(n - 1);
  return below + p[n - 1];
}

int main(void) {
  printf("%d %d\n", list_sum(10), list_sum(0));
  printf("%d\n", count_words("  the quick  brown fox "));
  printf("%d\n", depth(12));
  char *a = alloca(1), *b = alloca(1);
  *a = 'a';
  *b = 'b';
  printf("%c%c %d\n", *a, *b, a != b);
  return list_sum(5);
}
// SPDX-License-Identifier: Apache-2.0
