// expect: TRUE
#include <stdlib.h>
#include <unistd.h>
int main(void) { return getpagesize() != 4096; }
