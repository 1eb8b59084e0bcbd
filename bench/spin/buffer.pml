/* See buffer.c. */
#ifndef ITEMS
#define ITEMS 3
#endif
#define SIZE 2

int cells[SIZE];
int in, out, holes = SIZE, filled, lock;

active [2] proctype producer() {
  int i = 1, at;
next:
  atomic { holes > 0 -> holes-- }
  atomic { lock == 0 -> lock = 1 + _pid }
  at = in;
  cells[at] = i;
  in = (at + 1) % SIZE;
  lock = 0;
  atomic {
    filled++;
    i++;
    at = 0;
    if
    :: i <= ITEMS -> goto next
    :: else
    fi
  }
}

active [2] proctype consumer() {
  int i = 1, at, sum;
next:
  atomic { filled > 0 -> filled-- }
  atomic { lock == 0 -> lock = 1 + _pid }
  at = out;
  sum = sum + cells[at];
  out = (at + 1) % SIZE;
  lock = 0;
  atomic {
    holes++;
    i++;
    at = 0;
    if
    :: i <= ITEMS -> goto next
    :: else
    fi
  }
}
