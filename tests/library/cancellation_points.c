// expect: TRUE
// properties: reach,deadlock
// engines: reference explicit
/* POSIX's list of functions that shall be cancellation points: none of them returns if a request is
 * pending, whether it is modelled or not, called by name or by address. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
static char buffer[4];
static struct iovec vector[1];
static struct flock lock;
static struct msghdr message;
static sigset_t set;
static siginfo_t information;
static int number;
static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static struct timespec span = {1, 0};
static ssize_t (*any_write)(int, const void *, size_t) = write;
static int (*any_tcdrain)(int) = tcdrain;
#define POINTS                                                                                     \
  POINT(accept(9, NULL, NULL))                                                                     \
  POINT(clock_nanosleep(CLOCK_REALTIME, 0, &span, NULL))                                           \
  POINT(close(9))                                                                                  \
  POINT(connect(9, NULL, 0))                                                                       \
  POINT(creat("f", 0600))                                                                          \
  POINT(fcntl(9, F_SETLKW, &lock))                                                                 \
  POINT(fdatasync(9))                                                                              \
  POINT(fsync(9))                                                                                  \
  POINT(lockf(9, F_LOCK, 1))                                                                       \
  POINT(msgrcv(1, buffer, 1, 0, 0))                                                                \
  POINT(msgsnd(1, buffer, 1, 0))                                                                   \
  POINT(msync(buffer, 1, MS_SYNC))                                                                 \
  POINT(nanosleep(&span, NULL))                                                                    \
  POINT(open("f", O_RDONLY))                                                                       \
  POINT(openat(1, "f", O_RDONLY))                                                                  \
  POINT(pause())                                                                                   \
  POINT(poll(NULL, 0, 1))                                                                          \
  POINT(pread(9, buffer, 1, 0))                                                                    \
  POINT(pselect(0, NULL, NULL, NULL, NULL, NULL))                                                  \
  POINT(pthread_cond_timedwait(&condition, &mutex, &span))                                         \
  POINT(pthread_cond_wait(&condition, &mutex))                                                     \
  POINT(pthread_join(pthread_self(), NULL))                                                        \
  POINT(pthread_testcancel())                                                                      \
  POINT(pwrite(9, buffer, 1, 0))                                                                   \
  POINT(read(0, buffer, 1))                                                                        \
  POINT(readv(9, vector, 1))                                                                       \
  POINT(recv(9, buffer, 1, 0))                                                                     \
  POINT(recvfrom(9, buffer, 1, 0, NULL, NULL))                                                     \
  POINT(recvmsg(9, &message, 0))                                                                   \
  POINT(select(0, NULL, NULL, NULL, NULL))                                                         \
  POINT(sem_timedwait(&semaphore, &span))                                                          \
  POINT(sem_wait(&semaphore))                                                                      \
  POINT(send(9, buffer, 1, 0))                                                                     \
  POINT(sendmsg(9, &message, 0))                                                                   \
  POINT(sendto(9, buffer, 1, 0, NULL, 0))                                                          \
  POINT(sigsuspend(&set))                                                                          \
  POINT(sigtimedwait(&set, &information, &span))                                                   \
  POINT(sigwait(&set, &number))                                                                    \
  POINT(sigwaitinfo(&set, &information))                                                           \
  POINT(sleep(1))                                                                                  \
  POINT(system("true"))                                                                            \
  POINT(tcdrain(1))                                                                                \
  POINT(thrd_sleep(&span, NULL))                                                                   \
  POINT(usleep(1))                                                                                 \
  POINT(wait(NULL))                                                                                \
  POINT(waitid(P_ALL, 0, &information, 0))                                                         \
  POINT(waitpid(1, NULL, 0))                                                                       \
  POINT(write(1, buffer, 1))                                                                       \
  POINT(write(7, buffer, 1))                                                                       \
  POINT(writev(9, vector, 1))                                                                      \
  POINT(any_write(1, buffer, 1))                                                                   \
  POINT(any_tcdrain(1))
static void unlock(void *argument) { pthread_mutex_unlock(argument); }
static void *run(void *argument) {
  int which = *(int *)argument, next = 0;
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  pthread_cancel(pthread_self());
#define POINT(call)                                                                                \
  if (which == next++) {                                                                           \
    (void)call;                                                                                    \
    assert(0);                                                                                     \
  }
  POINTS
#undef POINT
  pthread_cleanup_pop(1);
  return NULL;
}
int main(void) {
  int count = 0;
  sem_init(&semaphore, 0, 1);
#define POINT(call) count++;
  POINTS
  for (int i = 0; i < count; i++) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, run, &i);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
  }
}
// SPDX-License-Identifier: Apache-2.0
