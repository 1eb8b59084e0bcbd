/* Library functions that store parts of what is read as a whole, by pointers into one of several
 * objects. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static struct timespec pause_of;
static char text[8];
static union {
  int halves[2];
  long long whole;
} number;
static int other;
static unsigned char filled[40];
static const int three = 3, five = 5;
static pthread_mutexattr_t kind;

static int get(const int *place) { return *place; }

static void *run(void *argument) {
  strcpy(text, "x");
  strcpy((char *)&pause_of.tv_nsec, "\377\377\377\377");
  pthread_mutexattr_gettype(&kind, &other);
  pthread_mutexattr_gettype(&kind, &number.halves[1]);
  memset(filled, 1, sizeof filled);
  return argument;
}

int main(void) {
  static pthread_t thread; /* never an arbitrary number, which could be any address */
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
#ifdef WRONG
  assert(number.whole == 0 || other == 0);
#else
  assert(number.whole != 0 && other == PTHREAD_MUTEX_RECURSIVE);
  assert(filled[30] == 1 && get(&three) == 3 && get(&five) == 5);
  assert(nanosleep(&pause_of, NULL) == -1 && errno == EINVAL);
#endif
  return 0;
}
