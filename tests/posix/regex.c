// A match lies in the text, and groups that took no part have the offset -1.
#include <assert.h>
#include <regex.h>
#include <stddef.h>
#include <string.h>

int main(void) {
  regex_t expression;
  regmatch_t matches[3];
  char message[64];
  const char *text = "key=value";
  int code = regcomp(&expression, "([a-z]*)=([a-z]*)", REG_EXTENDED);
  if (code != 0) {
    assert(regerror(code, &expression, message, sizeof message) > 0 && strlen(message) < sizeof message);
    return 0;
  }
  if (regexec(&expression, text, 3, matches, 0) == 0) {
    for (int i = 0; i < 3; i++) {
      if (matches[i].rm_so == -1) {
        assert(i > 0 && matches[i].rm_eo == -1);
        continue;
      }
      assert(0 <= matches[i].rm_so && matches[i].rm_so <= matches[i].rm_eo);
      assert(matches[i].rm_eo <= (regoff_t)strlen(text));
    }
  }
  regfree(&expression);
  return 0;
}
