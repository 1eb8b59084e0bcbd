// expect: TRUE
// flags: -D_GNU_SOURCE
// engines: explicit
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
  char *path = malloc(2), *to = malloc(PATH_MAX);
  path[0] = '.';
  path[1] = '\0';
  char *result = realpath(path, to);
  assert(result == NULL || (result == to && to[0] == '/'));
  free(to);
  result = realpath(path, NULL);
  free(path);
  assert(result == NULL || result[0] == '/');
  free(result);
  assert(realpath(NULL, NULL) == NULL);
  return 0;
}
