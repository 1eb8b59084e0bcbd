// expect: FALSE(reach)
// properties: reach
// What the thread knows of its number when it is created does not last: main stores another one while it runs.
#include <assert.h>
#include <pthread.h>

struct job {
  pthread_t id;
  int number;
};

static void *work(void *argument) {
  const struct job *job = argument;
  assert(job->number < 2);
  return NULL;
}

int main(void) {
  struct job jobs[2];
  for (int i = 0; i < 2; i++) {
    jobs[i].number = i;
    pthread_create(&jobs[i].id, 0, work, &jobs[i]);
  }
  jobs[1].number = 2;
  for (int i = 0; i < 2; i++)
    pthread_join(jobs[i].id, 0);
  return 0;
}
