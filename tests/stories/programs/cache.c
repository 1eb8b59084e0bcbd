#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define BUCKETS 4

struct entry {
  char key[8];
  int value;
  int refs;
  struct entry *next;
};

struct cache {
  struct entry *buckets[BUCKETS];
  pthread_rwlock_t lock;
  size_t hits, misses;
};

static struct cache *cache;

static unsigned hash(const char *key) {
  unsigned h = 5381;
  while (*key)
    h = h * 33 + (unsigned char)*key++;
  return h % BUCKETS;
}

static struct entry *find(struct cache *c, const char *key) {
  for (struct entry *e = c->buckets[hash(key)]; e; e = e->next)
    if (strcmp(e->key, key) == 0)
      return e;
  return NULL;
}

static int cache_get(struct cache *c, const char *key, int *out) {
  pthread_rwlock_rdlock(&c->lock);
  struct entry *e = find(c, key);
  pthread_rwlock_unlock(&c->lock);
  if (!e) {
    __atomic_fetch_add(&c->misses, 1, __ATOMIC_RELAXED);
    return 0;
  }
  *out = e->value;
  __atomic_fetch_add(&c->hits, 1, __ATOMIC_RELAXED);
  return 1;
}

static void cache_put(struct cache *c, const char *key, int value) {
  struct entry *e = malloc(sizeof *e);
  if (!e)
    return;
  strncpy(e->key, key, sizeof e->key);
  e->value = value;
  e->refs = 1;
  pthread_rwlock_wrlock(&c->lock);
  unsigned h = hash(key);
  e->next = c->buckets[h];
  c->buckets[h] = e;
  pthread_rwlock_unlock(&c->lock);
}

static void cache_evict(struct cache *c, const char *key) {
  pthread_rwlock_wrlock(&c->lock);
  struct entry **at = &c->buckets[hash(key)];
  while (*at && strcmp((*at)->key, key) != 0)
    at = &(*at)->next;
  struct entry *dead = *at;
  if (dead)
    *at = dead->next;
  pthread_rwlock_unlock(&c->lock);
  free(dead);
}

static void *reader(void *arg) {
  int v;
  if (cache_get(cache, arg, &v))
    assert(v == 7);
  return NULL;
}

static void *evictor(void *arg) {
  cache_evict(cache, arg);
  return NULL;
}

int main(void) {
  cache = calloc(1, sizeof *cache);
  pthread_rwlock_init(&cache->lock, NULL);
  cache_put(cache, "alpha", 7);
  pthread_t r, e;
  pthread_create(&r, NULL, reader, "alpha");
  pthread_create(&e, NULL, evictor, "alpha");
  pthread_join(r, NULL);
  pthread_join(e, NULL);
  pthread_rwlock_destroy(&cache->lock);
  free(cache);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
