// expect: TRUE
// properties: reach,abort,division,overflow
// engines: reference explicit order lazy impact graph random auto
/* No search of an endless program is needed where no operation can violate what is asked for: the
 * only division is by 16. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned hash, hits;

static void *work(void *seed) {
  for (unsigned item = *(unsigned *)seed;; item += 13) {
    pthread_mutex_lock(&lock);
    hash = hash * 31 + item;
    hits += hash % 16 == 3;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  unsigned seeds[] = {1, 2};
  pthread_t thread;
  pthread_create(&thread, NULL, work, &seeds[0]);
  work(&seeds[1]);
}
