// expect: UNKNOWN(pthread_getname_np at tests/library/thread_name.c:7)
/* Names are not kept. */
#define _GNU_SOURCE
#include <pthread.h>
int main(void) {
  char name[16];
  return pthread_getname_np(pthread_self(), name, sizeof name);
}
