// A service that runs until SIGINT or SIGTERM. All threads block both signals, and main waits for them with sigwait;
// then it tells the workers to stop.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WORKERS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake_up = PTHREAD_COND_INITIALIZER;
static int pending;
static int stopping;
static unsigned long done;

static void check(int error, const char *what) {
  if (error != 0) {
    fprintf(stderr, "%s: %s\n", what, strerror(error));
    exit(EXIT_FAILURE);
  }
}

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (pending == 0 && !stopping)
      pthread_cond_wait(&wake_up, &lock);
    if (stopping)
      break;
    pending--;
    pthread_mutex_unlock(&lock);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    pthread_mutex_lock(&lock);
    done++;
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *make_work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (!stopping) {
    pending++;
    pthread_cond_signal(&wake_up);
    pthread_mutex_unlock(&lock);
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    pthread_mutex_lock(&lock);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void stop(void) {
  pthread_mutex_lock(&lock);
  stopping = 1;
#ifdef BUG
  pthread_cond_signal(&wake_up);
#else
  pthread_cond_broadcast(&wake_up);
#endif
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t workers[WORKERS], maker;
  sigset_t signals;
  int signal_number;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  check(pthread_sigmask(SIG_BLOCK, &signals, NULL), "pthread_sigmask");
  for (int i = 0; i < WORKERS; i++)
    check(pthread_create(&workers[i], NULL, work, NULL), "pthread_create");
  check(pthread_create(&maker, NULL, make_work, NULL), "pthread_create");
  check(sigwait(&signals, &signal_number), "sigwait");
  fprintf(stderr, "stopping after signal %d\n", signal_number);
  stop();
  pthread_join(maker, NULL);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);
  printf("%lu done, %d left\n", done, pending);
  return 0;
}
