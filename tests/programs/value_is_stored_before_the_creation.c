// expect: TRUE
// properties: reach
// engines: static
// Each thread reads the number that main stored for it before it was created, though the array was not set at first.
#include <assert.h>
#include <pthread.h>

struct job {
  pthread_t id;
  int number;
};

static void *work(void *argument) {
  const struct job *job = argument;
  assert(job->number >= 0 && job->number < 3);
  return NULL;
}

int main(void) {
  struct job jobs[3];
  for (int i = 0; i < 3; i++) {
    jobs[i].number = i;
    pthread_create(&jobs[i].id, 0, work, &jobs[i]);
  }
  for (int i = 0; i < 3; i++)
    pthread_join(jobs[i].id, 0);
  return 0;
}
