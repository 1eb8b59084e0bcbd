// expect: TRUE
// expect rc11: TRUE
// engines: graph auto
// The last one to count down frees the block, and what the other one read is ordered before that.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct counted {
  atomic_int count;
  int value;
};

static struct counted *shared;
static int results[2];

static void *user(void *result) {
  *(int *)result = shared->value;
  if (atomic_fetch_sub_explicit(&shared->count, 1, memory_order_acq_rel) == 1)
    free(shared);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  atomic_init(&shared->count, 2);
  shared->value = 1;
  pthread_create(&a, NULL, user, &results[0]);
  pthread_create(&b, NULL, user, &results[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
