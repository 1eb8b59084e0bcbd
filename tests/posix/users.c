// Look-ups of users: the number that was asked for, texts in the memory of the caller.
#include <assert.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char buffer[1024];
  struct passwd user, *found = getpwuid(0);
  if (found != NULL)
    assert(found->pw_uid == 0 && strlen(found->pw_name) < 100 && found->pw_dir[0] == '/');
  if (getpwuid_r(0, &user, buffer, sizeof buffer, &found) == 0 && found != NULL) {
    assert(found == &user && user.pw_uid == 0);
    assert(user.pw_name >= buffer && user.pw_name < buffer + sizeof buffer);
    assert(strlen(user.pw_name) < sizeof buffer);
  }
  assert(getpwuid_r(12345, &user, buffer, 0, &found) != 0 || found == NULL);
  return 0;
}
