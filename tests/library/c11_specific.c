// expect: TRUE
/* Thread-specific storage and its destructor. */
#include <assert.h>
#include <threads.h>
static tss_t key;
static int destroyed;
static void destroy(void *value) {
  assert(value == &key);
  destroyed++;
}
static int run(void *argument) {
  assert(tss_get(key) == NULL);
  assert(tss_set(key, &key) == thrd_success);
  assert(tss_get(key) == &key);
  return argument != NULL;
}
int main(void) {
  thrd_t thread;
  assert(tss_create(&key, destroy) == thrd_success);
  thrd_create(&thread, run, NULL);
  thrd_join(thread, NULL);
  assert(destroyed == 1);
  tss_delete(key);
}
// SPDX-License-Identifier: Apache-2.0
