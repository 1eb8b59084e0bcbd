// expect: FALSE(reach)
/* Only this thread knows the request, but all know what it leads to. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct request {
  atomic_int *state;
};
static atomic_int state;
void submit(const struct request *request);

static void *watch(void *unused) {
  int first = state, second = state;
  assert(!(first == 1 && second == 2));
  return unused;
}

int main(void) {
  pthread_t thread;
  struct request request = {&state};
  pthread_create(&thread, NULL, watch, NULL);
  submit(&request);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
