// A pointer into a thread-local struct, at the offset of a field of the library's own record.
#include <assert.h>
#include <pthread.h>

struct wide {
  long filler[2];
  long value;
};
static __thread struct wide own;

__attribute__((noinline)) static long value_of(const struct wide *from) { return from->value; }

static void *t1(void *arg) {
  own.value = 5;
  assert(value_of(&own) != 5);
  return arg;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t1, 0);
  pthread_join(id, 0);
  return 0;
}
