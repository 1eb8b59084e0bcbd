// What the sequential program asks a verifier for, at random: a seed is the first argument, and the second one is how
// many numbers __VERIFIER_nondet_uint chooses from. If an assumption fails before the next choice, another number is
// chosen: each is tried in a process of its own. Build with the program's main renamed to program_main.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int program_main(void);
enum { ASSUMPTION_FAILED = 77, MOST_CHOICES = 64, LONGEST_RUN = 400 };
static unsigned int most = 4, depth;
void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) {
  if (!condition)
    _exit(ASSUMPTION_FAILED);
}

/* Lets a child go on with the number. True: in the child. */
static int try_number(void) {
  pid_t child = fork();
  int status = 0;
  if (child == 0)
    return 1;
  if (child < 0 || waitpid(child, &status, 0) != child)
    _exit(0);
  if (!WIFEXITED(status))
    _exit(134);
  if (WEXITSTATUS(status) != ASSUMPTION_FAILED)
    _exit(WEXITSTATUS(status));
  return 0;
}

unsigned int __VERIFIER_nondet_uint(void);
unsigned int __VERIFIER_nondet_uint(void) {
  unsigned int numbers[MOST_CHOICES], left = most;
  if (++depth > LONGEST_RUN)
    _exit(0);
  for (unsigned int i = 0; i < most; i++)
    numbers[i] = i;
  while (left) {
    unsigned int pick = (unsigned int)rand() % left, number = numbers[pick];
    if (try_number())
      return number;
    numbers[pick] = numbers[--left];
  }
  _exit(0); /* nothing is left to do */
}
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
  if (most > MOST_CHOICES)
    most = MOST_CHOICES;
  return program_main();
}
