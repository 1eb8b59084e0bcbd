// expect: FALSE(memory)
#define _GNU_SOURCE
#include <stdlib.h>

int main(void) {
  char to[64];
  return realpath(".", to) == NULL;
}
