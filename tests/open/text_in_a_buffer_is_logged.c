// expect: TRUE
/* A logging function gets a text as a pointer to const. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
void log_message(const char *format, ...);
static void say(const char *text) { log_message("%s", text); }

static void *work(void *unused) {
  char text[8];
  snprintf(text, sizeof text, "%d", 3);
  say(text);
  assert(text[0] == '3' && !text[1]);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
}
// SPDX-License-Identifier: Apache-2.0
