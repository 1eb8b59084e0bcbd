// expect: FALSE(memory)
// Two blocks have one pointer each to them. One loses its pointer, and the other one gets a second
// one, is freed through it, and accessed through the first.
#include <pthread.h>
#include <stdlib.h>

struct pair {
  int *first, *second;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct pair *shared;

static void *take(void *unused) {
  pthread_mutex_lock(&mutex);
  struct pair *taken = shared;
  shared = NULL;
  pthread_mutex_unlock(&mutex);
  struct pair *copy = taken ? calloc(1, sizeof *copy) : NULL;
  if (!copy)
    return unused;
  taken->first = NULL;
  copy->second = taken->second;
  free(copy->second);
  *taken->second = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, take, NULL);
  struct pair *pair = calloc(1, sizeof *pair);
  if (!pair)
    return 0;
  for (int i = 0; i < 2; i++) {
    int *block = malloc(sizeof *block);
    if (!block)
      return 0;
    if (i)
      pair->first = block;
    else
      pair->second = block;
  }
  pthread_mutex_lock(&mutex);
  shared = pair;
  pthread_mutex_unlock(&mutex);
  pthread_exit(NULL);
}
