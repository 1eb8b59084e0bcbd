// expect: TRUE
// properties: reach,memory
// engines: order explicit
#include <assert.h>
#include <pthread.h>
extern int open_device(void *place);
extern void *map_device(int number);
extern void fail(const char *format, ...) __attribute__((noreturn));
static const struct operations {
  int (*open)(void *place);
  void *(*map)(int number);
} operations = {open_device, map_device};
static int maps;
static void *work(void *argument) {
  const struct operations *with = argument;
  int place = 0;
  if (with->open(NULL) != 0)
    fail("%d", place);
  assert(place == 0);
  if (with->map(1))
    maps = 1;
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, (void *)&operations);
  pthread_join(thread, NULL);
  assert(maps == 0 || maps == 1);
}
// SPDX-License-Identifier: Apache-2.0
