// expect: TRUE
// properties: reach,race,memory
// engines: reference explicit lazy order
/* What a function that nobody defines returns may be compared and passed on. */
#include <assert.h>
#include <pthread.h>
struct device;
extern struct device *get_device(int number);
extern void put_device(struct device *device);
static struct device *found;
static void *look(void *unused) {
  found = get_device(1);
  if (found)
    put_device(found);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  assert(!found || found != (struct device *)&found);
}
// SPDX-License-Identifier: Apache-2.0
