// expect: TRUE
#include <assert.h>
#include <ctype.h>
int main(void) {
  assert(isalpha('a') && !isalpha('1') && isdigit('1') && isalnum('z') && isspace('\n'));
  assert(isupper('A') && islower('a') && isxdigit('f') && ispunct('!') && isprint(' '));
  assert(!isgraph(' ') && iscntrl(0) && isblank('\t') && isascii(5));
  assert(toupper('q') == 'Q' && tolower('Q') == 'q' && toupper('1') == '1');
  int (*f)(int) = isalpha;
  assert(f('b'));
}
// SPDX-License-Identifier: Apache-2.0
