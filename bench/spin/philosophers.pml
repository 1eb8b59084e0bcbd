/* See philosophers.c. Nobody has to be created or joined here. */
#ifndef SEATS
#define SEATS 5
#endif

int forks[SEATS];

active [SEATS] proctype philosopher() {
  int first, second, meal;
  d_step {
    first = (_pid == SEATS - 1 -> 0 : _pid);
    second = (_pid == SEATS - 1 -> _pid : _pid + 1)
  }
next:
  atomic { forks[first] == 0 -> forks[first] = 1 + _pid }
  atomic { forks[second] == 0 -> forks[second] = 1 + _pid }
  forks[second] = 0;
  atomic {
    forks[first] = 0;
    meal++;
    if
    :: meal < 2 -> goto next
    :: else
    fi
  }
}
