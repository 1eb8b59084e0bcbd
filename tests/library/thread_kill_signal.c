// expect: UNKNOWN(pthread_kill at tests/library/thread_kill_signal.c:5)
/* Signals are not delivered. */
#include <pthread.h>
#include <signal.h>
int main(void) { return pthread_kill(pthread_self(), SIGTERM); }
