// Names of the machine end; paths have limits.
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void) {
  struct utsname names;
  assert(uname(&names) == 0);
  assert(strcmp(names.sysname, "Linux") == 0 && strlen(names.nodename) < sizeof names.nodename);
  assert(sysconf(_SC_THREAD_STACK_MIN) > 0);
  long most = pathconf("/", _PC_NAME_MAX);
  assert(most == -1 || most >= 14);
  return 0;
}
