/* A struct whose last member is as long as the allocation. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
  int length;
  char kind;
  char text[];
};
struct numbers {
  size_t count;
  double values[];
};

static struct message *make(char kind, const char *text) {
  size_t length = strlen(text);
  struct message *m = malloc(sizeof *m + length + 1);
  m->length = (int)length;
  m->kind = kind;
  memcpy(m->text, text, length + 1);
  return m;
}

static struct numbers *append(struct numbers *n, double value) {
  size_t count = n ? n->count : 0;
  n = realloc(n, sizeof *n + (count + 1) * sizeof(double));
  n->count = count + 1;
  n->values[count] = value;
  return n;
}

static struct message fixed = {3, 'f', "abc"};

int main(void) {
  struct message *a = make('a', "hello"), *b = make('b', "");
  printf("%d %c %s\n", a->length, a->kind, a->text);
  printf("%d %c [%s]\n", b->length, b->kind, b->text);
  printf("%d %d\n", (int)offsetof(struct message, text), (int)sizeof(struct message));
  printf("%s %d\n", fixed.text, fixed.text[3]);
  *b = *a;
  printf("%d %c\n", b->length, b->kind);
  struct numbers *n = NULL;
  for (int i = 0; i < 10; i++)
    n = append(n, i * 0.5);
  double total = 0;
  for (size_t i = 0; i < n->count; i++)
    total += n->values[i];
  printf("%d %g\n", (int)n->count, total);
  free(a);
  free(b);
  free(n);
  return (int)total;
}
// SPDX-License-Identifier: Apache-2.0
