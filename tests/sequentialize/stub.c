// What the sequential program asks a verifier for, at random: a seed is the argument. Build with the program's
// main renamed to program_main.
#include <stdio.h>
#include <stdlib.h>

int program_main(void);
static unsigned int most = 4;
void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) {
  if (!condition)
    exit(0);
}
unsigned int __VERIFIER_nondet_uint(void);
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned int)rand() % most; }
#define SOURCE(type, name)                                                                         \
  type __VERIFIER_nondet_##name(void);                                                             \
  type __VERIFIER_nondet_##name(void) { return (type)rand(); }
SOURCE(_Bool, bool)
SOURCE(char, char)
SOURCE(unsigned char, uchar)
SOURCE(short, short)
SOURCE(unsigned short, ushort)
SOURCE(int, int)
SOURCE(long, long)
SOURCE(unsigned long, ulong)
SOURCE(long long, longlong)
SOURCE(unsigned long long, ulonglong)
SOURCE(float, float)
SOURCE(double, double)

int main(int count, char **arguments) {
  srand(count > 1 ? (unsigned int)atoi(arguments[1]) : 1);
  if (count > 2)
    most = (unsigned int)atoi(arguments[2]);
  return program_main();
}
