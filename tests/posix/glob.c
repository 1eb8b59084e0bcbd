// The paths that glob finds match its pattern.
#include <assert.h>
#include <glob.h>
#include <string.h>

int main(void) {
  glob_t found;
  if (glob("*.[ch]", 0, NULL, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; i++) {
      const char *dot = strrchr(found.gl_pathv[i], '.');
      assert(dot != NULL && (dot[1] == 'c' || dot[1] == 'h') && dot[2] == '\0' && dot != found.gl_pathv[i]);
    }
    assert(found.gl_pathc > 0 && found.gl_pathv[found.gl_pathc] == NULL);
    globfree(&found);
  }
  if (glob("/etc/pass\\wd", 0, NULL, &found) == 0) {
    assert(found.gl_pathc == 1 && strcmp(found.gl_pathv[0], "/etc/passwd") == 0);
    globfree(&found);
  }
  return 0;
}
