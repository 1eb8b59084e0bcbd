// A pipe to a command: the mode is checked, the stream is closed by pclose.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  char line[16];
  assert(popen("true", "x") == NULL && errno == EINVAL);
  FILE *stream = popen("echo 1", "r");
  if (stream == NULL)
    return 0;
  if (fgets(line, sizeof line, stream) != NULL)
    assert(line[0] != '\0' || line[0] == '\0');
  assert(pclose(stream) >= -1);
  return 0;
}
