/* SPDX-License-Identifier: Apache-2.0 */
/* Variables of which only parts change, by way of pointers to them, and those that only get the
 * value that they have. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
  int first, second;
};

static int same, numbers[2], more[4], spread[2];
static struct pair own, copied, chosen;
static const struct pair ones = {1, 1};
static int *inside = &numbers[1];
static unsigned char bytes[8];
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, again;

static void set(int *place) { *place = 1; }

static void take(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  same = 0;
}

static void *run(void *argument) {
  int *place = argument ? &chosen.second : &chosen.first;
  take(&again);
  take(&again);
  *inside = 1;
  set(&own.second);
  copied = ones;
  *place = 1;
  memset(bytes + 2, 1, 2);
  for (int i = 1; i < 3; i++)
    more[i] = 1;
  set(&spread[argument == (void *)&same]);
  pthread_mutex_unlock(&again);
  pthread_mutex_unlock(&again);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&again, &attributes);
  pthread_create(&thread, 0, run, &same);
  take(&plain);
  pthread_mutex_unlock(&plain);
  pthread_join(thread, 0);
  assert(same == 0 && numbers[0] == 0 && own.first == 0 && chosen.first == 0);
  assert(bytes[1] == 0 && bytes[4] == 0 && more[0] == 0 && more[3] == 0 && spread[0] == 0);
#ifdef WRONG
  assert(numbers[1] == 0 || own.second == 0 || copied.first == 0 || chosen.second == 0 || bytes[2] == 0 ||
         more[2] == 0 || spread[1] == 0);
#else
  assert(numbers[1] == 1 && own.second == 1 && copied.first == 1 && chosen.second == 1 && bytes[3] == 1 &&
         more[1] == 1 && more[2] == 1 && spread[1] == 1);
#endif
  return 0;
}
