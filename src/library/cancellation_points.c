/* SPDX-License-Identifier: Apache-2.0 */
/* Cancellation points: code that runs before a function that is one. A call of NAME, whether
 * modelled here or undefined, begins with __heddle_before_NAME, which gets its arguments, if this
 * file has one and the program calls pthread_cancel at all. Functions that wait for another thread
 * (pthread_join, pthread_cond_wait, sem_wait, …) check for requests themselves, also while they
 * wait.
 *
 * The first list contains the functions that POSIX.1-2017, 2.9.5.2, requires to be cancellation
 * points, with the names of their glibc variants, and functions of Linux that glibc treats alike.
 * The second contains those that may be: what glibc implements by reading and writing. There a
 * pending request is acted upon or not. Functions that POSIX allows to be cancellation points and
 * that do no input or output in glibc (pthread_rwlock_rdlock, strftime, …) are none. */
#define _GNU_SOURCE
#include "thread.h"

#include <fcntl.h>
#include <unistd.h>

/* Only requests to lock that wait are cancellation points. */
static void before_fcntl(int command) {
  int waits = command == F_SETLKW || command == F_OFD_SETLKW;
#ifdef F_SETLKW64
  waits |= command == F_SETLKW64;
#endif
  if (waits)
    pthread_testcancel();
}

void __heddle_before_fcntl(int descriptor, int command);
void __heddle_before_fcntl(int descriptor, int command) {
  (void)descriptor;
  before_fcntl(command);
}

void __heddle_before_fcntl64(int descriptor, int command);
void __heddle_before_fcntl64(int descriptor, int command) {
  (void)descriptor;
  before_fcntl(command);
}

static void may_cancel(void) {
  struct thread *self = __heddle_self();
  unsigned cancel = __atomic_load_n(&self->cancel, __ATOMIC_SEQ_CST);
  if ((cancel & (CANCEL_REQUESTED | CANCEL_DISABLED)) == CANCEL_REQUESTED && __heddle_nondet_bool())
    __library_thread_cancel(self);
}

#define POINT(name)                                                                                \
  void __heddle_before_##name(void);                                                               \
  void __heddle_before_##name(void) { pthread_testcancel(); }
#define POSSIBLE_POINT(name)                                                                       \
  void __heddle_before_##name(void);                                                               \
  void __heddle_before_##name(void) { may_cancel(); }

POINT(__poll_chk)
POINT(__read_chk)
POINT(accept)
POINT(accept4)
POINT(aio_suspend)
POINT(aio_suspend64)
POINT(clock_nanosleep)
POINT(close)
POINT(connect)
POINT(creat)
POINT(creat64)
POINT(epoll_pwait)
POINT(epoll_pwait2)
POINT(epoll_wait)
POINT(fdatasync)
POINT(fsync)
POINT(getmsg)
POINT(getpmsg)
POINT(lockf)
POINT(lockf64)
POINT(mq_receive)
POINT(mq_send)
POINT(mq_timedreceive)
POINT(mq_timedsend)
POINT(msgrcv)
POINT(msgsnd)
POINT(msync)
POINT(nanosleep)
POINT(open)
POINT(open64)
POINT(openat)
POINT(openat64)
POINT(pause)
POINT(poll)
POINT(ppoll)
POINT(pread)
POINT(pread64)
POINT(preadv)
POINT(pselect)
POINT(putmsg)
POINT(putpmsg)
POINT(pwrite)
POINT(pwrite64)
POINT(pwritev)
POINT(read)
POINT(readv)
POINT(recv)
POINT(recvfrom)
POINT(recvmmsg)
POINT(recvmsg)
POINT(select)
POINT(send)
POINT(sendmmsg)
POINT(sendmsg)
POINT(sendto)
POINT(sigpause)
POINT(sigsuspend)
POINT(sigtimedwait)
POINT(sigwait)
POINT(sigwaitinfo)
POINT(sleep)
POINT(sync_file_range)
POINT(system)
POINT(tcdrain)
POINT(thrd_sleep)
POINT(usleep)
POINT(wait)
POINT(wait3)
POINT(wait4)
POINT(waitid)
POINT(waitpid)
POINT(write)
POINT(writev)

POSSIBLE_POINT(__fprintf_chk)
POSSIBLE_POINT(__isoc23_fscanf)
POSSIBLE_POINT(__isoc23_scanf)
POSSIBLE_POINT(__isoc99_fscanf)
POSSIBLE_POINT(__isoc99_scanf)
POSSIBLE_POINT(__printf_chk)
POSSIBLE_POINT(closedir)
POSSIBLE_POINT(dprintf)
POSSIBLE_POINT(err)
POSSIBLE_POINT(errx)
POSSIBLE_POINT(fclose)
POSSIBLE_POINT(fdopen)
POSSIBLE_POINT(fflush)
POSSIBLE_POINT(fgetc)
POSSIBLE_POINT(fgets)
POSSIBLE_POINT(fgetwc)
POSSIBLE_POINT(fgetws)
POSSIBLE_POINT(fopen)
POSSIBLE_POINT(fopen64)
POSSIBLE_POINT(fprintf)
POSSIBLE_POINT(fputc)
POSSIBLE_POINT(fputs)
POSSIBLE_POINT(fputwc)
POSSIBLE_POINT(fputws)
POSSIBLE_POINT(fread)
POSSIBLE_POINT(freopen)
POSSIBLE_POINT(fscanf)
POSSIBLE_POINT(fseek)
POSSIBLE_POINT(fseeko)
POSSIBLE_POINT(ftw)
POSSIBLE_POINT(fwprintf)
POSSIBLE_POINT(fwrite)
POSSIBLE_POINT(getaddrinfo)
POSSIBLE_POINT(getc)
POSSIBLE_POINT(getchar)
POSSIBLE_POINT(getdelim)
POSSIBLE_POINT(gethostbyname)
POSSIBLE_POINT(getline)
POSSIBLE_POINT(getnameinfo)
POSSIBLE_POINT(gets)
POSSIBLE_POINT(glob)
POSSIBLE_POINT(mkstemp)
POSSIBLE_POINT(nftw)
POSSIBLE_POINT(opendir)
POSSIBLE_POINT(pclose)
POSSIBLE_POINT(perror)
POSSIBLE_POINT(popen)
POSSIBLE_POINT(printf)
POSSIBLE_POINT(putc)
POSSIBLE_POINT(putchar)
POSSIBLE_POINT(puts)
POSSIBLE_POINT(readdir)
POSSIBLE_POINT(readdir64)
POSSIBLE_POINT(rewind)
POSSIBLE_POINT(scandir)
POSSIBLE_POINT(scanf)
POSSIBLE_POINT(syslog)
POSSIBLE_POINT(tmpfile)
POSSIBLE_POINT(tmpfile64)
POSSIBLE_POINT(vdprintf)
POSSIBLE_POINT(vfprintf)
POSSIBLE_POINT(vfscanf)
POSSIBLE_POINT(vprintf)
POSSIBLE_POINT(vscanf)
POSSIBLE_POINT(vsyslog)
POSSIBLE_POINT(vwarn)
POSSIBLE_POINT(vwarnx)
POSSIBLE_POINT(warn)
POSSIBLE_POINT(warnx)
POSSIBLE_POINT(wprintf)
