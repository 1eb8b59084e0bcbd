// A hash table of strings under a read-write lock. Each thread adds its own keys, looks all of them up and removes
// every second one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 64
#define THREADS 4
#define KEYS 1000

struct entry {
  char *key;
  int value;
  struct entry *next;
};

struct table {
  pthread_rwlock_t lock;
  struct entry *buckets[BUCKETS];
  size_t size;
#ifdef BUG
  unsigned long hits;
#else
  atomic_ulong hits;
#endif
};

static struct table table = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static unsigned hash(const char *key) {
  unsigned h = 5381;
  while (*key != '\0')
    h = h * 33 + (unsigned char)*key++;
  return h % BUCKETS;
}

static struct entry **find(struct table *t, const char *key) {
  struct entry **at = &t->buckets[hash(key)];
  while (*at != NULL && strcmp((*at)->key, key) != 0)
    at = &(*at)->next;
  return at;
}

static void table_put(struct table *t, const char *key, int value) {
  pthread_rwlock_wrlock(&t->lock);
  struct entry **at = find(t, key);
  if (*at == NULL) {
    struct entry *e = malloc(sizeof *e);
    char *copy = strdup(key);
    if (e == NULL || copy == NULL) {
      perror("malloc");
      exit(1);
    }
    e->key = copy;
    e->next = NULL;
    *at = e;
    t->size++;
  }
  (*at)->value = value;
  pthread_rwlock_unlock(&t->lock);
}

static int table_get(struct table *t, const char *key, int *value) {
  int found = 0;
  pthread_rwlock_rdlock(&t->lock);
  struct entry *e = *find(t, key);
  if (e != NULL) {
    *value = e->value;
    t->hits++;
    found = 1;
  }
  pthread_rwlock_unlock(&t->lock);
  return found;
}

static void table_remove(struct table *t, const char *key) {
  pthread_rwlock_wrlock(&t->lock);
  struct entry **at = find(t, key);
  struct entry *e = *at;
  if (e != NULL) {
    *at = e->next;
    free(e->key);
    free(e);
    t->size--;
  }
  pthread_rwlock_unlock(&t->lock);
}

static void *run(void *argument) {
  int id = *(int *)argument;
  char key[32];
  for (int i = 0; i < KEYS; i++) {
    snprintf(key, sizeof key, "%d/%d", id, i);
    table_put(&table, key, i);
  }
  for (int i = 0; i < KEYS; i++) {
    int value;
    snprintf(key, sizeof key, "%d/%d", id, i);
    if (!table_get(&table, key, &value) || value != i)
      fprintf(stderr, "%s is wrong\n", key);
    if (i % 2 == 0)
      table_remove(&table, key);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int ids[THREADS];
  for (int i = 0; i < THREADS; i++) {
    ids[i] = i;
    if (pthread_create(&threads[i], NULL, run, &ids[i]) != 0) {
      fprintf(stderr, "cannot create a thread\n");
      exit(1);
    }
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(table.size == THREADS * KEYS / 2);
  printf("%zu entries, %lu hits\n", table.size, (unsigned long)table.hits);
  for (int i = 0; i < BUCKETS; i++) {
    while (table.buckets[i] != NULL)
      table_remove(&table, table.buckets[i]->key);
  }
  pthread_rwlock_destroy(&table.lock);
  return 0;
}
