// expect: FALSE(reach)
// properties: reach
/* The pointer in an element of a global array leads to text. */
#include <assert.h>

struct line {
  int number;
  char *text;
};
static char texts[2][8];
static struct line lines[2];

void put(const char *format, ...);

int main(void) {
  lines[1].text = texts[1];
  put("%s", lines[1].text);
  assert(texts[0][3] == 0); /* the other text is left alone */
  assert(texts[1][3] != 5);
}
// SPDX-License-Identifier: Apache-2.0
