// expect: FALSE(reach)
// properties: reach,memory
// engines: reference order lazy
#include <assert.h>
#include <pthread.h>
struct device { int state; };
extern struct device *get_device(int number);
static void *look(void *unused) {
  struct device *device = get_device(1);
  assert(!device || device->state == 0);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
