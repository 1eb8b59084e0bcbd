// expect: FALSE(memory)
// properties: memory
#include <stdio.h>
int main(void) {
  char line[1];
  fgets(line, 2, stdin);
}
