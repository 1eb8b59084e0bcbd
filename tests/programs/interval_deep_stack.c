// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain interval
/* One thread pushes as often as there is room at most, the other one pops: the stack never overflows,
 * since its height is at most the number of pushes. */
#include <assert.h>
#include <pthread.h>

enum { SIZE = 5000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int top;

static void *push(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    assert(top != SIZE);
    top++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *pop(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    if (top > 0)
      top--;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, push, 0);
  pthread_create(&b, 0, pop, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
