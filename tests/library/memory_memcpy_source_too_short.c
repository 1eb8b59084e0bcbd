// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char from[3] = "ab", to[8];
  memcpy(to, from, 5);
}
