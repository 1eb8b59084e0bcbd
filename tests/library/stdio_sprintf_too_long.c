// expect: FALSE(memory)
#include <stdio.h>
int main(void) {
  char buffer[4];
  sprintf(buffer, "%d", 12345);
}
