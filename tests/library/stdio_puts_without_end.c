// expect: FALSE(memory)
#include <stdio.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  puts(text);
  return 0;
}
