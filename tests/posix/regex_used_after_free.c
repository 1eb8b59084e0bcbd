// expect: FALSE(memory)
// An expression that was freed may not be used.
#include <regex.h>

int main(void) {
  regex_t expression;
  if (regcomp(&expression, "a", 0) != 0)
    return 0;
  regfree(&expression);
  return regexec(&expression, "a", 0, (regmatch_t *)0, 0);
}
