/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers: any in the range of the function, but the same sequence whenever the same seed is
 * set, which is all that C promises. Numbers are remembered only where a seed can be set more than
 * once. Without a seed every execution may get other numbers. rand_r computes what glibc computes,
 * and drand48 and its relatives what POSIX prescribes: the caller's state decides there. */
#include "heddle.h"

#include <stddef.h>

enum { LARGEST = 0x7fffffff, MOST_SEEDS = 8, MOST_NUMBERS = 16 };

/* What a seed has led to. */
struct sequence {
  unsigned seed;
  unsigned char count, is_longer; /* than the numbers that are remembered */
  unsigned char is_set, unused;
  int numbers[MOST_NUMBERS];
};

static struct sequence sequences[MOST_SEEDS], *current; /* NULL: no number is remembered */
static unsigned char position;

static int arbitrary(void) { return (int)(__heddle_nondet_u32() & LARGEST); }

static int next_of_sequence(struct sequence *sequence) {
  if (position < sequence->count)
    return sequence->numbers[position++];
  int number = arbitrary();
  if (position < MOST_NUMBERS) {
    sequence->numbers[position++] = number;
    sequence->count = position;
  } else if (position == MOST_NUMBERS) {
    if (sequence->is_longer)
      __heddle_unsupported("more than 16 random numbers from a seed that was set before");
    position++; /* for select_seed */
  }
  return number;
}

/* rand and random are safe to call in several threads: none of their accesses races. */
static int next_number(void) {
  __heddle_atomic_begin();
  int number = current == NULL ? arbitrary() : next_of_sequence(current);
  __heddle_atomic_end();
  return number;
}

static void select_seed(unsigned seed) {
  if (current != NULL && position > MOST_NUMBERS)
    current->is_longer = 1;
  position = 0;
  current = NULL;
  for (int i = 0; i < MOST_SEEDS && current == NULL; i++)
    if (!sequences[i].is_set || sequences[i].seed == seed)
      current = &sequences[i];
  if (current == NULL) {
    __heddle_unsupported("random numbers with more than 8 seeds");
    return;
  }
  current->seed = seed;
  current->is_set = 1;
}

static void set_seed(unsigned seed) {
  __heddle_atomic_begin();
  select_seed(seed);
  __heddle_atomic_end();
}

int rand(void) { return next_number(); }

long random(void) { return next_number(); }

void srand(unsigned seed) {
  if (__heddle_called_again("srand") || __heddle_called_again("srandom"))
    set_seed(seed);
}

void srandom(unsigned seed) { srand(seed); }

/* Two threads that share a seed race. */
int rand_r(unsigned *seed) {
  unsigned first = *seed * 1103515245u + 12345u;
  unsigned second = first * 1103515245u + 12345u;
  unsigned third = second * 1103515245u + 12345u;
  *seed = third;
  return (int)(((first / 65536 % 2048) << 20) ^ ((second / 65536 % 1024) << 10) ^
               (third / 65536 % 1024));
}

/* X' = a * X + c, modulo 2 to the 48; a and c are those of POSIX until lcong48 changes them. Without a
 * seed X is 0 at first, as in glibc. */
enum { USUAL_INCREMENT = 11 };
#define USUAL_FACTOR 0x5deece66dull

static unsigned long long shared48, factor48 = USUAL_FACTOR;
static unsigned short increment48 = USUAL_INCREMENT, former48[3];

static unsigned long long state_of(const unsigned short parts[3]) {
  return parts[0] | (unsigned long long)parts[1] << 16 | (unsigned long long)parts[2] << 32;
}

static void put_state(unsigned short parts[3], unsigned long long state) {
  parts[0] = (unsigned short)state;
  parts[1] = (unsigned short)(state >> 16);
  parts[2] = (unsigned short)(state >> 32);
}

/* In an atomic section. */
static unsigned long long step48(unsigned long long state) {
  return (state * factor48 + increment48) & 0xffffffffffffull;
}

static unsigned long long next48(void) {
  __heddle_atomic_begin();
  unsigned long long state = shared48 = step48(shared48);
  __heddle_atomic_end();
  return state;
}

static unsigned long long next_own48(unsigned short parts[3]) {
  unsigned long long state = state_of(parts);
  __heddle_atomic_begin();
  state = step48(state);
  __heddle_atomic_end();
  put_state(parts, state);
  return state;
}

static double fraction48(unsigned long long state) { return (double)state / (double)(1ull << 48); }

double drand48(void) { return fraction48(next48()); }

double erand48(unsigned short state[3]) { return fraction48(next_own48(state)); }

long lrand48(void) { return (long)(next48() >> 17); }

long nrand48(unsigned short state[3]) { return (long)(next_own48(state) >> 17); }

long mrand48(void) { return (int)(next48() >> 16); }

long jrand48(unsigned short state[3]) { return (int)(next_own48(state) >> 16); }

static void seed(unsigned long long state, unsigned long long factor, unsigned short increment) {
  __heddle_atomic_begin();
  put_state(former48, shared48);
  shared48 = state;
  factor48 = factor;
  increment48 = increment;
  __heddle_atomic_end();
}

void srand48(long number) {
  seed((unsigned long long)(unsigned)number << 16 | 0x330e, USUAL_FACTOR, USUAL_INCREMENT);
}

/* Returns the state before, in memory that the next call overwrites. */
unsigned short *seed48(unsigned short state[3]) {
  seed(state_of(state), USUAL_FACTOR, USUAL_INCREMENT);
  return former48;
}

void lcong48(unsigned short numbers[7]) {
  seed(state_of(numbers), state_of(numbers + 3), numbers[6]);
}

unsigned arc4random(void) { return __heddle_nondet_u32(); }

unsigned arc4random_uniform(unsigned limit) {
  return limit < 2 ? 0 : __heddle_nondet_u32() % limit;
}

__PTRDIFF_TYPE__ getrandom(void *to, size_t size, unsigned flags) {
  (void)flags;
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)to)[i] = __heddle_nondet_u8();
  return (__PTRDIFF_TYPE__)size;
}

int getentropy(void *to, size_t size) {
  if (size > 256)
    return -1;
  getrandom(to, size, 0);
  return 0;
}
