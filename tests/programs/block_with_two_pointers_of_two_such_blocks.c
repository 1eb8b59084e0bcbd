// expect: FALSE(memory)
// Of two blocks, each with two pointers to it, one loses a pointer. The other one still has both,
// is freed through one of them, and accessed through the other.
#include <pthread.h>
#include <stdlib.h>

struct four {
  int *first, *second, *third, *fourth;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct four *shared;

static void *take(void *unused) {
  pthread_mutex_lock(&mutex);
  struct four *taken = shared;
  shared = NULL;
  pthread_mutex_unlock(&mutex);
  if (taken) {
    taken->first = NULL;
    free(taken->third);
    *taken->fourth = 1;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, take, NULL);
  struct four *four = calloc(1, sizeof *four);
  if (!four)
    return 0;
  for (int i = 0; i < 2; i++) {
    int *block = malloc(sizeof *block);
    if (!block)
      return 0;
    if (i)
      four->first = four->second = block;
    else
      four->third = four->fourth = block;
  }
  pthread_mutex_lock(&mutex);
  shared = four;
  pthread_mutex_unlock(&mutex);
  pthread_exit(NULL);
}
