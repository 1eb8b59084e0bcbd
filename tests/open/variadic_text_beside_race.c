// expect: FALSE(race)
// properties: race
/* What the function does to the text must not keep anything from finding the race. */
#include <pthread.h>
void log_message(const char *format, ...);
static int shared;

static void *work(void *unused) {
  char name[16] = "w";
  log_message("%s", name);
  shared++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
