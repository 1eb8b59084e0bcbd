/* What a program can ask about the machine and the user it runs for. */
#include "any.h"
#include "heddle.h"

#include <stddef.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

long sysconf(int name) {
  switch (name) {
  case _SC_PAGESIZE:
    return 4096;
  case _SC_NPROCESSORS_ONLN:
  case _SC_NPROCESSORS_CONF:
    return (long)(__heddle_nondet_u32() % 4096) + 1;
  default:
    return (long)(__heddle_nondet_u32() & __INT_MAX__) - 1;
  }
}

int get_nprocs(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

int get_nprocs_conf(void) { return (int)sysconf(_SC_NPROCESSORS_CONF); }

/* The kernel's number of a thread: different ones for different threads that live, and the same
 * whenever a thread asks. Addresses of records are that, and small enough once divided. */
int gettid(void) {
  heddle_word record = (heddle_word)__heddle_self();
  return (int)((sizeof record == 8 ? record >> 41 : record >> 12) & __INT_MAX__);
}

#define IDENTITY(name)                                                                             \
  unsigned name(void);                                                                             \
  unsigned name(void) { return __heddle_nondet_u32(); }
IDENTITY(getuid)
IDENTITY(geteuid)
IDENTITY(getgid)
IDENTITY(getegid)

int getppid(void) { return (int)(__heddle_nondet_u32() % __INT_MAX__) + 1; }

int getrusage(__rusage_who_t who, struct rusage *usage) {
  (void)who;
  __library_any_bytes(usage, sizeof *usage);
  return 0;
}

int gethostname(char *name, size_t size) {
  for (size_t i = 0; i < size && i < 8; i++)
    name[i] = i + 1 == size || i == 7 ? '\0' : (char)('a' + __heddle_nondet_u8() % 26);
  return 0;
}
