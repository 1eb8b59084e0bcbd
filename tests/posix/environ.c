// The environment as a list of texts, and what setenv, putenv and unsetenv do to it.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static int count(const char *name) {
  int found = 0;
  size_t length = strlen(name);
  for (char **at = environ; *at != NULL; at++)
    found += strncmp(*at, name, length) == 0 && (*at)[length] == '=';
  return found;
}

int main(void) {
  static char *own[] = {"HEDDLE_C=3", NULL};
  char text[] = "HEDDLE_B=2";
  assert(count("HEDDLE_A") == 0 && getenv("HEDDLE_A") == NULL);
  assert(setenv("HEDDLE_A", "1", 0) == 0 && count("HEDDLE_A") == 1);
  assert(setenv("HEDDLE_A", "x", 0) == 0 && strcmp(getenv("HEDDLE_A"), "1") == 0);
  assert(setenv("HEDDLE_A", "long", 1) == 0 && strcmp(getenv("HEDDLE_A"), "long") == 0);
  assert(putenv(text) == 0 && getenv("HEDDLE_B") == text + 9);
  text[9] = '7';
  assert(strcmp(getenv("HEDDLE_B"), "7") == 0);
  assert(unsetenv("HEDDLE_A") == 0 && getenv("HEDDLE_A") == NULL && count("HEDDLE_B") == 1);
  assert(setenv("A=B", "1", 1) == -1 && errno == EINVAL && unsetenv("") == -1);
  environ = own;
  assert(strcmp(getenv("HEDDLE_C"), "3") == 0 && getenv("HEDDLE_B") == NULL);
  assert(setenv("HEDDLE_D", "4", 1) == 0 && count("HEDDLE_C") == 1 && count("HEDDLE_D") == 1);
  return 0;
}
