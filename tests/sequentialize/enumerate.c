/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the executions of a sequential program by running it with every sequence of choices:
 *   enumerate THREADS MOST
 * runs program_main, which is main of the program, with each answer of __VERIFIER_nondet_uint below THREADS, until
 * MOST executions were met that end the program. All other inputs are 0. Prints how many executions end, and how many
 * runs that took. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_CHOICES = 100000, IN_VAIN = 77 };

struct choices {
  int count;
  unsigned char answers[MOST_CHOICES];
};

int program_main(void);
static struct choices *choices;
static int position;
static unsigned int threads;

unsigned int __VERIFIER_nondet_uint(void) {
  if (position == MOST_CHOICES)
    _exit(2);
  if (position == choices->count)
    choices->answers[choices->count++] = 0;
  return choices->answers[position++];
}

void __VERIFIER_assume(int condition) {
  if (!condition)
    _exit(IN_VAIN);
}

_Bool __VERIFIER_nondet_bool(void) { return 0; }
char __VERIFIER_nondet_char(void) { return 0; }
unsigned char __VERIFIER_nondet_uchar(void) { return 0; }
int __VERIFIER_nondet_int(void) { return 0; }
long __VERIFIER_nondet_long(void) { return 0; }
unsigned long __VERIFIER_nondet_ulong(void) { return 0; }

/* The next sequence of choices, of as many as the last run made. False: there is none. */
static int next_choices(void) {
  while (choices->count && choices->answers[choices->count - 1] + 1u == threads)
    choices->count--;
  if (choices->count)
    choices->answers[choices->count - 1]++;
  return choices->count > 0;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  threads = (unsigned int)atoi(argv[1]);
  long most = atol(argv[2]), ended = 0, violated = 0, runs = 0;
  choices = mmap(NULL, sizeof *choices, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (choices == MAP_FAILED)
    return 2;
  do {
    int status;
    pid_t child = fork();
    if (child == 0) {
      program_main();
      _exit(2);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
      return 2;
    runs++;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
      return 2;
    ended += WIFEXITED(status) && WEXITSTATUS(status) != IN_VAIN;
    violated += WIFSIGNALED(status);
  } while (next_choices() && ended + violated < most);
  printf("%ld executions end, %ld fail, of %ld runs\n", ended, violated, runs);
  return 0;
}
