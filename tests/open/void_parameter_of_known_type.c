// expect: FALSE(reach)
// properties: reach
/* A variable that gets the void pointer tells its type. */
#include <assert.h>

static char texts[2][8];
void put(const char *format, ...);

static void put_text(void *data) {
  char *text = data;
  put("%s", text);
}

int main(void) {
  put_text(texts[1]);
  assert(texts[0][3] == 0); /* the other text is left alone */
  assert(texts[1][3] != 5);
}
// SPDX-License-Identifier: Apache-2.0
