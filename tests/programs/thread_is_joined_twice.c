// expect: FALSE(memory)
// properties: memory
// engines: reference explicit auto
// The second turn joins the thread again.
#include <pthread.h>

static void *work(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread, NULL);
}
