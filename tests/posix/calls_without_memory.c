// options: --faults on
// Calls that allocate say so if there is no memory, and then leave nothing to be used.
#include <assert.h>
#include <glob.h>
#include <netdb.h>
#include <regex.h>
#include <search.h>
#include <stddef.h>

int main(void) {
  regex_t expression;
  glob_t found;
  struct addrinfo *list;
  if (regcomp(&expression, "a*", 0) == 0) {
    regexec(&expression, "aa", 0, NULL, 0);
    regfree(&expression);
  }
  if (glob("?", 0, NULL, &found) == 0)
    globfree(&found);
  if (getaddrinfo(NULL, "80", NULL, &list) == 0)
    freeaddrinfo(list);
  if (hcreate(2)) {
    assert(hsearch((ENTRY){"key", NULL}, ENTER) != NULL);
    hdestroy();
  }
  return 0;
}
