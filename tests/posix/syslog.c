// Messages to the log, from several threads.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <syslog.h>

static void *work(void *name) {
  syslog(LOG_INFO, "thread %s has %d", (const char *)name, 7);
  return NULL;
}

int main(void) {
  pthread_t thread;
  openlog("heddle", LOG_PID, LOG_USER);
  int old = setlogmask(LOG_MASK(LOG_ERR));
  assert(setlogmask(0) == LOG_MASK(LOG_ERR));
  setlogmask(old);
  pthread_create(&thread, NULL, work, "one");
  syslog(LOG_ERR, "%s", "main");
  pthread_join(thread, NULL);
  closelog();
  return 0;
}
