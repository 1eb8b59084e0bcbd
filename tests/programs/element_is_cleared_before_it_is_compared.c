// expect: FALSE(reach)
// properties: reach
// The comparison is of what the element held when it was loaded, not of what it holds now.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char text[4] = "ab";
  int at = rand() ? 0 : 1;
  char found = text[at];
  text[0] = text[1] = '\0';
  if (found != '\0')
    assert(at != 1);
  return 0;
}
