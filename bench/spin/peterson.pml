/* See peterson.c. An atomic sequence is one access to memory and what is done with it. */
#ifndef ROUNDS
#define ROUNDS 40
#endif

int wants[2];
int turn, inside;

active [2] proctype worker() {
  int round, seen;
next:
  atomic { round < ROUNDS -> wants[_pid] = 1 }
  turn = 1 - _pid;
again:
  atomic {
    seen = wants[1 - _pid];
    if
    :: seen == 0 -> goto enter
    :: else
    fi
  }
  atomic {
    seen = turn;
    if
    :: seen == 1 - _pid -> seen = 0; goto again
    :: else
    fi
  }
enter:
  atomic { seen = inside; assert(seen == 0) }
  inside = 1;
  inside = 0;
  atomic {
    wants[_pid] = 0;
    seen = 0;
    round++;
    if
    :: round < ROUNDS -> goto next
    :: else
    fi
  }
}
