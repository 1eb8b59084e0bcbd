// expect: FALSE(race)
// The settings are read in by whoever needs them first. To save the lock, the pointer is looked at
// before it is taken, while another thread may be writing it: a data race, and on some machines a
// pointer to settings that are not there yet. With -DATOMIC the pointer is one that may be read so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct settings {
  int port;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings storage;
#ifdef ATOMIC
static struct settings *_Atomic settings;
#else
static struct settings *settings;
#endif

static struct settings *get_settings(void) {
  if (!settings) {
    pthread_mutex_lock(&lock);
    if (!settings) {
      storage.port = 8080;
      settings = &storage;
    }
    pthread_mutex_unlock(&lock);
  }
  return settings;
}

static void *serve(void *unused) {
  assert(get_settings()->port == 8080);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, serve, NULL);
  pthread_create(&second, NULL, serve, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
