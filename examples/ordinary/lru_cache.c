// A cache of the most recently used results: a hash table whose entries are also in a list, newest first. If it is
// full, it drops the oldest entry.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 32
#define CAPACITY 20
#define THREADS 3
#define REQUESTS 1000

struct entry {
  int key;
  char value[24];
  struct entry *next_in_bucket;
  struct entry *newer, *older;
};

static struct {
  pthread_mutex_t lock;
  struct entry *buckets[BUCKETS];
  struct entry *newest, *oldest;
  int size;
} cache = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void unlink_entry(struct entry *e) {
  *(e->newer != NULL ? &e->newer->older : &cache.newest) = e->older;
  *(e->older != NULL ? &e->older->newer : &cache.oldest) = e->newer;
}

static void link_as_newest(struct entry *e) {
  e->newer = NULL;
  e->older = cache.newest;
  *(cache.newest != NULL ? &cache.newest->newer : &cache.oldest) = e;
  cache.newest = e;
}

static struct entry **find(int key) {
  struct entry **at = &cache.buckets[key % BUCKETS];
  while (*at != NULL && (*at)->key != key)
    at = &(*at)->next_in_bucket;
  return at;
}

static void drop_oldest(void) {
  struct entry *e = cache.oldest;
  unlink_entry(e);
  *find(e->key) = e->next_in_bucket;
  cache.size--;
  free(e);
}

static int cache_get(int key, char *value, size_t size) {
  pthread_mutex_lock(&cache.lock);
  struct entry *e = *find(key);
  if (e != NULL) {
    unlink_entry(e);
    link_as_newest(e);
#ifndef BUG
    snprintf(value, size, "%s", e->value);
#endif
  }
  pthread_mutex_unlock(&cache.lock);
#ifdef BUG
  if (e != NULL)
    snprintf(value, size, "%s", e->value);
#endif
  return e != NULL;
}

static void cache_put(int key, const char *value) {
  pthread_mutex_lock(&cache.lock);
  struct entry **at = find(key);
  if (*at == NULL) { // otherwise another thread was faster
    struct entry *e = calloc(1, sizeof *e);
    if (e != NULL) {
      e->key = key;
      snprintf(e->value, sizeof e->value, "%s", value);
      *at = e;
      link_as_newest(e);
      if (++cache.size > CAPACITY)
        drop_oldest();
    }
  }
  pthread_mutex_unlock(&cache.lock);
}

static void *client(void *argument) {
  unsigned seed = *(unsigned *)argument;
  char value[24], computed[24];
  for (int i = 0; i < REQUESTS; i++) {
    int key = rand_r(&seed) % 50;
    snprintf(computed, sizeof computed, "%d^2 = %d", key, key * key);
    if (cache_get(key, value, sizeof value))
      assert(strcmp(value, computed) == 0);
    else
      cache_put(key, computed);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  unsigned seeds[THREADS];
  for (int i = 0; i < THREADS; i++) {
    seeds[i] = (unsigned)i + 1;
    if (pthread_create(&threads[i], NULL, client, &seeds[i]) != 0) {
      fprintf(stderr, "cannot create a thread\n");
      exit(1);
    }
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("%d entries\n", cache.size);
  while (cache.oldest != NULL)
    drop_oldest();
  assert(cache.size == 0);
  return 0;
}
