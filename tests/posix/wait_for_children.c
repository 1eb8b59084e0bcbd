// wait and waitpid return children that were started, and each of them once.
#include <assert.h>
#include <errno.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>

extern char **environ;

int main(void) {
  pid_t first, second;
  char *arguments[] = {"true", NULL};
  if (posix_spawnp(&first, "true", NULL, NULL, arguments, environ) != 0)
    return 0;
  if (posix_spawnp(&second, "true", NULL, NULL, arguments, environ) == 0) {
    assert(first != second);
    pid_t ended = waitpid(-1, NULL, 0);
    assert(ended == first || ended == second);
    assert(waitpid(ended, NULL, 0) == -1 && errno == ECHILD);
    assert(wait(NULL) == (ended == first ? second : first));
  } else {
    assert(waitpid(first, NULL, 0) == first);
  }
  return 0;
}
