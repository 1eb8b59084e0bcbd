/* Singly and doubly linked lists on the heap. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next, *previous;
  int value;
};

static struct node *push(struct node *head, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = head;
  node->previous = NULL;
  if (head)
    head->previous = node;
  return node;
}

static struct node *reverse(struct node *head) {
  struct node *result = NULL;
  while (head) {
    struct node *next = head->next;
    head->next = result;
    head->previous = next;
    result = head;
    head = next;
  }
  return result;
}

static struct node *remove_odd(struct node *head) {
  for (struct node **at = &head; *at;) {
    struct node *node = *at;
    if (node->value % 2) {
      *at = node->next;
      if (node->next)
        node->next->previous = node->previous;
      free(node);
    } else {
      at = &node->next;
    }
  }
  return head;
}

static struct node *merge_sort(struct node *head, int n) {
  if (n < 2) {
    if (head)
      head->next = NULL;
    return head;
  }
  struct node *middle = head;
  for (int i = 0; i < n / 2; i++)
    middle = middle->next;
  struct node *b = merge_sort(middle, n - n / 2), *a = merge_sort(head, n / 2);
  struct node *result = NULL, **end = &result;
  while (a || b) {
    struct node **from = !b || (a && a->value <= b->value) ? &a : &b;
    *end = *from;
    *from = (*from)->next;
    end = &(*end)->next;
    *end = NULL;
  }
  return result;
}

static int show(const struct node *head) {
  int n = 0;
  for (; head; head = head->next, n++)
    printf("%d ", head->value);
  printf("\n");
  return n;
}

int main(void) {
  struct node *list = NULL;
  for (unsigned i = 0, x = 7; i < 15; i++, x = x * 31 % 101)
    list = push(list, (int)x);
  int n = show(list);
  list = reverse(list);
  show(list);
  list = merge_sort(list, n);
  show(list);
  list = remove_odd(list);
  n = show(list);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return n;
}
// SPDX-License-Identifier: Apache-2.0
