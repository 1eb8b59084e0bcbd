/* Open addressing and chaining with a string hash. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  char *key;
  int count;
};
struct table {
  struct entry *entries;
  unsigned capacity, used;
};

static unsigned hash(const char *s) {
  unsigned h = 2166136261u;
  for (; *s; s++)
    h = (h ^ (unsigned char)*s) * 16777619u;
  return h;
}

static struct entry *slot(struct table *t, const char *key) {
  unsigned i = hash(key) & (t->capacity - 1);
  while (t->entries[i].key && strcmp(t->entries[i].key, key))
    i = (i + 1) & (t->capacity - 1);
  return &t->entries[i];
}

static void grow(struct table *t) {
  struct table bigger = {calloc(t->capacity * 2, sizeof *t->entries), t->capacity * 2, t->used};
  for (unsigned i = 0; i < t->capacity; i++)
    if (t->entries[i].key)
      *slot(&bigger, t->entries[i].key) = t->entries[i];
  free(t->entries);
  *t = bigger;
}

static void add(struct table *t, const char *key) {
  struct entry *e = slot(t, key);
  if (!e->key) {
    if (t->used * 2 >= t->capacity) {
      grow(t);
      e = slot(t, key);
    }
    e->key = strdup(key);
    t->used++;
  }
  e->count++;
}

int main(void) {
  struct table t = {calloc(4, sizeof(struct entry)), 4, 0};
  char text[] = "it was the best of times it was the worst of times it was the age of wisdom";
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
    add(&t, word);
  printf("%u %u\n", t.used, t.capacity);
  for (unsigned i = 0; i < t.capacity; i++)
    if (t.entries[i].key)
      printf("%u %s %d\n", i, t.entries[i].key, t.entries[i].count);
  int result = slot(&t, "it")->count * 10 + slot(&t, "wisdom")->count;
  for (unsigned i = 0; i < t.capacity; i++)
    free(t.entries[i].key);
  free(t.entries);
  return result;
}
// SPDX-License-Identifier: Apache-2.0
