// expect: TRUE
#include <stdlib.h>
int main(void) { free(NULL); }
