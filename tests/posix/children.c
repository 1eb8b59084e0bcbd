// A process without children has none to wait for; a child that was started can be waited for once.
#include <assert.h>
#include <errno.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>

extern char **environ;

int main(void) {
  int status;
  pid_t child;
  char *arguments[] = {"true", NULL};
  assert(wait(&status) == -1 && errno == ECHILD);
  assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
  if (posix_spawnp(&child, "true", NULL, NULL, arguments, environ) == 0) {
    assert(child > 0);
    assert(waitpid(-1, &status, 0) > 0);
    assert(WIFEXITED(status) != WIFSIGNALED(status));
  }
  assert(wait(NULL) == -1 && errno == ECHILD);
  return 0;
}
