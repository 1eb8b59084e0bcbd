/* SPDX-License-Identifier: Apache-2.0 */
/* Each of N threads puts four numbers into a hash table of 128 places. */
#include "parametric.h"

static atomic_int table[128];

static void work(int me) {
  for (int i = 1; i <= 4; i++) {
    int number = i * 11 + me;
    int place = number * 7 % 128;
    int empty = 0;
    while (!atomic_compare_exchange_strong(&table[place], &empty, number)) {
      empty = 0;
      place = (place + 1) % 128;
    }
  }
}

int main(void) { run_workers(0); }
