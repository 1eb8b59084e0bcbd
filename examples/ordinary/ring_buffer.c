// A ring buffer of samples: one thread measures, another one computes the average of all samples.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY 16
#define SAMPLES 1000

struct ring {
  pthread_mutex_t mutex;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  int *samples;
  size_t capacity;
  size_t head, tail, count;
};

static int ring_init(struct ring *r, size_t capacity) {
  r->samples = malloc(capacity * sizeof *r->samples);
  if (r->samples == NULL)
    return -1;
  r->capacity = capacity;
  r->head = r->tail = r->count = 0;
  pthread_mutex_init(&r->mutex, NULL);
  pthread_cond_init(&r->not_empty, NULL);
  pthread_cond_init(&r->not_full, NULL);
  return 0;
}

static void ring_destroy(struct ring *r) {
  pthread_cond_destroy(&r->not_full);
  pthread_cond_destroy(&r->not_empty);
  pthread_mutex_destroy(&r->mutex);
  free(r->samples);
}

static void ring_put(struct ring *r, int sample) {
  pthread_mutex_lock(&r->mutex);
  while (r->count == r->capacity)
    pthread_cond_wait(&r->not_full, &r->mutex);
  r->samples[r->tail] = sample;
  r->tail++;
#ifdef BUG
  if (r->tail > r->capacity)
    r->tail = 0;
#else
  if (r->tail == r->capacity)
    r->tail = 0;
#endif
  r->count++;
  pthread_cond_signal(&r->not_empty);
  pthread_mutex_unlock(&r->mutex);
}

static int ring_get(struct ring *r) {
  pthread_mutex_lock(&r->mutex);
  while (r->count == 0)
    pthread_cond_wait(&r->not_empty, &r->mutex);
  int sample = r->samples[r->head];
  r->head++;
  if (r->head == r->capacity)
    r->head = 0;
  r->count--;
  pthread_cond_signal(&r->not_full);
  pthread_mutex_unlock(&r->mutex);
  return sample;
}

static void *measure(void *argument) {
  struct ring *r = argument;
  for (int i = 0; i < SAMPLES; i++)
    ring_put(r, 20 + i % 5);
  return NULL;
}

static void *compute_average(void *argument) {
  struct ring *r = argument;
  long sum = 0;
  for (int i = 0; i < SAMPLES; i++)
    sum += ring_get(r);
  return (void *)(sum / SAMPLES);
}

int main(void) {
  struct ring ring;
  pthread_t producer, consumer;
  void *average;
  if (ring_init(&ring, CAPACITY) != 0) {
    perror("ring_init");
    return EXIT_FAILURE;
  }
  if (pthread_create(&producer, NULL, measure, &ring) != 0 ||
      pthread_create(&consumer, NULL, compute_average, &ring) != 0) {
    fprintf(stderr, "cannot create the threads\n");
    exit(EXIT_FAILURE);
  }
  pthread_join(producer, NULL);
  pthread_join(consumer, &average);
  printf("average %ld\n", (long)average);
  assert((long)average == 22);
  ring_destroy(&ring);
  return EXIT_SUCCESS;
}
