// Runs a sequential program many times with schedules and inputs chosen at random, in one process as long as that
// survives. What the program asks a verifier for is answered here. If an assumption fails before the next choice of
// __VERIFIER_nondet_uint, the run begins again with the same choices but the last one, so that no run is lost.
// tests/sequentialize/build-native builds a program with it: main, exit, abort, __assert_fail and functions of the heap have
// other names, and this file is not instrumented by sanitizers.
//   PROGRAM FIRST RUNS CHOICES
// Seeds are FIRST, FIRST + 1, …; CHOICES is how many numbers __VERIFIER_nondet_uint chooses from. Prints how runs
// ended. A run that ends with another code than those below, and no sanitizer said why, makes it exit with 1.
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int program_main(void);

enum { ASSUMPTION_FAILED = 77, SANITIZER = 66, TOO_LONG = 97, TOO_MUCH = 98, IMPOSSIBLE = 99, VIOLATION = 134, NOT_DECIDED = 255 };
enum { MOST_CHOICES = 64, LONGEST_RUN = 400, MOST_DECISIONS = 100000, MOST_BLOCKS = 10000, RUNS_OF_A_PROCESS = 500 };
enum { MOST_STEPS_BACK = 100 };

struct decision {
  unsigned long long value, tried; // numbers that failed, as bits
  unsigned char is_choice;
};

// Outside of the memory that is reset before each run.
struct native {
  sigjmp_buf start;
  unsigned long long random;
  unsigned choices, choice_count, steps_back;
  int code;
  unsigned decision_count, replayed;
  struct decision decisions[MOST_DECISIONS];
  unsigned block_count;
  void *blocks[MOST_BLOCKS];
  // Over all runs.
  unsigned next, ended, violations, memory, bounds, endless, impossible, others;
};
static struct native *n;
static unsigned char *saved;
extern char __data_start[], _end[];

static unsigned long long random_number(void) {
  n->random ^= n->random << 13;
  n->random ^= n->random >> 7;
  n->random ^= n->random << 17;
  return n->random >> 11;
}

// Loops, because functions of libc would look at what sanitizers know of the memory.
static void copy_bytes(unsigned char *to, const unsigned char *from) {
  for (size_t i = 0; i < (size_t)(_end - __data_start); i++)
    to[i] = from[i];
}

static _Noreturn void end_run(int code) {
  n->code = code;
  siglongjmp(n->start, 1);
}

// A step does not end.
static void stop_step(int signal) {
  (void)signal;
  end_run(TOO_LONG);
}

static void limit_time(void) {
  struct itimerval second = {.it_value = {.tv_sec = 1}};
  setitimer(ITIMER_VIRTUAL, &second, NULL);
}

void program_exit(int code);
void program_exit(int code) { end_run(code == IMPOSSIBLE || code == TOO_MUCH ? code : 0); }
void program_abort(void);
void program_abort(void) { end_run(VIOLATION); }
void program_assert_fail(const char *condition, const char *file, unsigned line, const char *function);
void program_assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
  (void)condition, (void)file, (void)line, (void)function;
  end_run(VIOLATION);
}

static void *note(void *block) {
  if (n->block_count < MOST_BLOCKS)
    n->blocks[n->block_count++] = block;
  return block;
}
void *program_malloc(size_t size);
void *program_malloc(size_t size) { return note(malloc(size)); }
void *program_calloc(size_t count, size_t size);
void *program_calloc(size_t count, size_t size) { return note(calloc(count, size)); }
void program_free(void *block);
void program_free(void *block) {
  for (unsigned i = 0; block && i < n->block_count; i++)
    if (n->blocks[i] == block)
      n->blocks[i] = NULL;
  free(block);
}

static unsigned pick(unsigned long long tried) {
  unsigned left = 0, found = 0;
  for (unsigned i = 0; i < n->choices; i++)
    left += !(tried >> i & 1);
  unsigned wanted = (unsigned)(random_number() % left);
  for (unsigned i = 0; i < n->choices; i++)
    if (!(tried >> i & 1) && !wanted--)
      found = i;
  return found;
}

static unsigned long long decide(int is_choice) {
  if (n->replayed < n->decision_count)
    return n->decisions[n->replayed++].value;
  if (n->decision_count == MOST_DECISIONS || (is_choice && n->choice_count == LONGEST_RUN))
    end_run(0);
  struct decision *one = &n->decisions[n->decision_count++];
  n->replayed++;
  n->choice_count += (unsigned)is_choice;
  *one = (struct decision){is_choice ? pick(0) : random_number(), 0, (unsigned char)is_choice};
  return one->value;
}

void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) {
  if (!condition)
    end_run(ASSUMPTION_FAILED);
}

// Changes the last choice, or one before if no other way leads on: to look for a deadlock may have been in vain.
// False: none is left.
static int choose_again(void) {
  unsigned long long all = n->choices == 64 ? ~0ull : (1ull << n->choices) - 1;
  for (;;) {
    while (n->decision_count && !n->decisions[n->decision_count - 1].is_choice)
      n->decision_count--;
    if (!n->decision_count)
      return 0;
    struct decision *last = &n->decisions[n->decision_count - 1];
    last->tried |= 1ull << last->value;
    if (last->tried != all) {
      last->value = pick(last->tried);
      return 1;
    }
    if (n->steps_back++ == MOST_STEPS_BACK)
      return 0;
    n->decision_count--;
  }
}

#define SOURCE(type, name, is_choice)                                                                                  \
  type __VERIFIER_nondet_##name(void);                                                                                 \
  type __VERIFIER_nondet_##name(void) { return (type)decide(is_choice); }
SOURCE(unsigned int, uint, 1)
SOURCE(_Bool, bool, 0)
SOURCE(char, char, 0)
SOURCE(unsigned char, uchar, 0)
SOURCE(short, short, 0)
SOURCE(unsigned short, ushort, 0)
SOURCE(int, int, 0)
SOURCE(long, long, 0)
SOURCE(unsigned long, ulong, 0)
SOURCE(long long, longlong, 0)
SOURCE(unsigned long long, ulonglong, 0)
SOURCE(float, float, 0)
SOURCE(double, double, 0)

// One run, begun again after each choice that was in vain.
static int run(unsigned seed) {
  n->random = (seed + 1) * 0x9e3779b97f4a7c15ull;
  n->decision_count = n->choice_count = n->steps_back = 0;
  for (;;) {
    copy_bytes((unsigned char *)(void *)__data_start, saved);
    n->replayed = 0;
    n->code = NOT_DECIDED;
    limit_time();
    if (!sigsetjmp(n->start, 1)) {
      program_main();
      end_run(0);
    }
    for (unsigned i = 0; i < n->block_count; i++)
      free(n->blocks[i]);
    n->block_count = 0;
    if (n->code != ASSUMPTION_FAILED)
      return n->code;
    if (!choose_again())
      return 0;
  }
}

static void count(int code, unsigned seed) {
  if (code == 0)
    n->ended++;
  else if (code == VIOLATION)
    n->violations++;
  else if (code == SANITIZER)
    n->memory++;
  else if (code == TOO_MUCH)
    n->bounds++;
  else if (code == TOO_LONG && !n->endless++)
    fprintf(stderr, "seed %u comes to a step that does not end\n", seed);
  else if (code == IMPOSSIBLE && !n->impossible++)
    fprintf(stderr, "seed %u comes to an impossible state\n", seed);
  else if (code != IMPOSSIBLE && code != TOO_LONG && !n->others++)
    fprintf(stderr, "seed %u ends with %d\n", seed, code);
}

int main(int argument_count, char **arguments) {
  if (argument_count != 4)
    return 2;
  n = mmap(NULL, sizeof *n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  saved = malloc((size_t)(_end - __data_start));
  n->next = (unsigned)atoi(arguments[1]);
  unsigned end = n->next + (unsigned)atoi(arguments[2]);
  n->choices = (unsigned)atoi(arguments[3]);
  if (n->choices > MOST_CHOICES)
    n->choices = MOST_CHOICES;
  signal(SIGVTALRM, stop_step);
  copy_bytes(saved, (const unsigned char *)(const void *)__data_start);
  while (n->next < end) {
    pid_t child = fork();
    if (!child) {
      for (unsigned i = 0; i < RUNS_OF_A_PROCESS && n->next < end; i++) {
        count(run(n->next), n->next);
        n->next++;
      }
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
      return 2;
    if (status) { // a sanitizer, or the machine, ended the run
      count(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), n->next);
      n->next++;
      n->block_count = 0;
    }
  }
  printf("%u runs ended, %u violations, %u memory errors, %u bounds, %u endless, %u impossible states, %u others\n",
         n->ended, n->violations, n->memory, n->bounds, n->endless, n->impossible, n->others);
  return n->endless || n->impossible || n->others;
}
