// Things that the first user initialises: a table of primes by pthread_once, and a dictionary by a double-checked lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 1000
#define THREADS 4

struct dictionary {
  int count;
  const char *words[2];
};

static unsigned char is_composite[LIMIT];
static pthread_once_t primes_once = PTHREAD_ONCE_INIT;

static _Atomic(struct dictionary *) dictionary;
static pthread_mutex_t dictionary_lock = PTHREAD_MUTEX_INITIALIZER;

static void compute_primes(void) {
  is_composite[0] = is_composite[1] = 1;
  for (int i = 2; i * i < LIMIT; i++)
    if (!is_composite[i])
      for (int j = i * i; j < LIMIT; j += i)
        is_composite[j] = 1;
}

static int is_prime(int number) {
  pthread_once(&primes_once, compute_primes);
  return !is_composite[number];
}

static struct dictionary *get_dictionary(void) {
  struct dictionary *d = atomic_load_explicit(&dictionary, memory_order_acquire);
  if (d != NULL)
    return d;
  pthread_mutex_lock(&dictionary_lock);
  d = atomic_load_explicit(&dictionary, memory_order_relaxed);
  if (d == NULL) {
    d = malloc(sizeof *d);
    if (d == NULL) {
      perror("malloc");
      exit(1);
    }
#ifdef BUG
    atomic_store_explicit(&dictionary, d, memory_order_release);
    d->words[0] = "composite";
    d->words[1] = "prime";
    d->count = 2;
#else
    d->words[0] = "composite";
    d->words[1] = "prime";
    d->count = 2;
    atomic_store_explicit(&dictionary, d, memory_order_release);
#endif
  }
  pthread_mutex_unlock(&dictionary_lock);
  return d;
}

static void *classify(void *argument) {
  int *primes = argument;
  for (int number = 0; number < LIMIT; number++) {
    struct dictionary *d = get_dictionary();
    const char *word = d->words[is_prime(number)];
    assert(d->count == 2);
    if (strcmp(word, "prime") == 0)
      ++*primes;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int primes[THREADS] = {0};
  for (int i = 0; i < THREADS; i++) {
    int error = pthread_create(&threads[i], NULL, classify, &primes[i]);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(1);
    }
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    assert(primes[i] == 168);
  }
  free(atomic_load(&dictionary));
  return 0;
}
