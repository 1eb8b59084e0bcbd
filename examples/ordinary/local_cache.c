// Each thread caches the digit sums that it has computed. When a thread ends, the destructor of the key adds its
// statistics to the common ones and frees the cache.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 4
#define REQUESTS 1000
#define SLOTS 64

struct cache {
  unsigned numbers[SLOTS];
  unsigned sums[SLOTS];
  unsigned long hits, misses;
};

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long hits, misses;

static void cache_free(void *argument) {
  struct cache *cache = argument;
  pthread_mutex_lock(&lock);
  hits += cache->hits;
#ifdef BUG
  pthread_mutex_unlock(&lock);
  misses += cache->misses;
#else
  misses += cache->misses;
  pthread_mutex_unlock(&lock);
#endif
  free(cache);
}

static struct cache *my_cache(void) {
  struct cache *cache = pthread_getspecific(key);
  if (cache == NULL) {
    cache = calloc(1, sizeof *cache);
    if (cache == NULL) {
      perror("calloc");
      exit(1);
    }
    int error = pthread_setspecific(key, cache);
    if (error != 0) {
      fprintf(stderr, "pthread_setspecific: %s\n", strerror(error));
      exit(1);
    }
  }
  return cache;
}

static unsigned digit_sum(unsigned number) {
  struct cache *cache = my_cache();
  unsigned slot = number % SLOTS;
  if (cache->numbers[slot] == number) { // the digit sum of 0 is there from the start
    cache->hits++;
    return cache->sums[slot];
  }
  unsigned sum = 0;
  for (unsigned rest = number; rest > 0; rest /= 10)
    sum += rest % 10;
  cache->numbers[slot] = number;
  cache->sums[slot] = sum;
  cache->misses++;
  return sum;
}

static void *work(void *argument) {
  unsigned seed = *(unsigned *)argument;
  unsigned long total = 0;
  for (int i = 0; i < REQUESTS; i++)
    total += digit_sum((unsigned)rand_r(&seed) % 100);
  return (void *)total;
}

int main(void) {
  pthread_t threads[THREADS];
  unsigned seeds[THREADS];
  int error = pthread_key_create(&key, cache_free);
  if (error != 0) {
    fprintf(stderr, "pthread_key_create: %s\n", strerror(error));
    return 1;
  }
  for (int i = 0; i < THREADS; i++) {
    seeds[i] = 7 * (unsigned)i + 1;
    error = pthread_create(&threads[i], NULL, work, &seeds[i]);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(1);
    }
  }
  for (int i = 0; i < THREADS; i++) {
    void *total;
    pthread_join(threads[i], &total);
    printf("thread %d: %lu\n", i, (unsigned long)total);
  }
  pthread_key_delete(key);
  assert(hits + misses == THREADS * REQUESTS);
  return 0;
}
