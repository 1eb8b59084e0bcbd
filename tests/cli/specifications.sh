# SPDX-License-Identifier: Apache-2.0
# Specification automata: those that are shipped, every kind of event, every engine, and files with mistakes.
write order.c <<'END'
#include <pthread.h>
static pthread_mutex_t A = PTHREAD_MUTEX_INITIALIZER, B = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *one(void *p) {
  pthread_mutex_lock(&A);
  pthread_mutex_lock(&B);
  x++;
  pthread_mutex_unlock(&B);
  pthread_mutex_unlock(&A);
  return p;
}
static void *two(void *p) {
  pthread_mutex_lock(&B);
  int inverted = INVERTED;
  if (inverted)
    pthread_mutex_lock(&A);
  x += 2;
  if (inverted)
    pthread_mutex_unlock(&A);
  pthread_mutex_unlock(&B);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END
write device.c <<'END'
#include <pthread.h>
static int next = 3, shared;
int device_open(const char *name) { (void)name; return __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST); }
void device_close(int handle) { (void)handle; }
static void *user(void *p) {
  device_close(shared);
  return p;
}
int main(void) {
  pthread_t thread;
  shared = device_open("first");
  int second = device_open("second");
  pthread_create(&thread, 0, user, 0);
#ifdef TWICE
  device_close(shared);
#endif
#ifndef LEFT
  device_close(second);
#endif
  pthread_join(thread, 0);
}
END
write init.c <<'END'
#include <pthread.h>
#include <semaphore.h>
static int ready;
static sem_t semaphore;
void log_open(void) { ready = 1; }
void log_write(int n) { (void)n; }
static void *user(void *p) {
#ifndef EARLY
  sem_wait(&semaphore);
#endif
  log_write(3);
  return p;
}
int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, 0, user, 0);
  log_open();
  sem_post(&semaphore);
  pthread_join(thread, 0);
}
END
# Engines that explore states: all of them say the same.
engines="reference explicit order lazy schedule widen impact"
agree() { # verdict, arguments
  verdict=$1
  shift
  for engine in $engines; do
    "$HEDDLE" check -q --time 60 --engine "$engine" --property spec "$@" >"$scratch/answer" 2>/dev/null
    last=$(tail -1 "$scratch/answer")
    case $engine:$last in
      *:"$verdict") ;;
      *) fail "$engine says $last, not $verdict: $*" ;;
    esac
  done
}
agree "FALSE(spec)" --spec specs/lock_order.spec:A=A,B=B "$scratch/order.c" -- -DINVERTED=x
agree "TRUE" --spec specs/lock_order.spec:A=A,B=B "$scratch/order.c" -- -DINVERTED=0
device=specs/open_close.spec:OPEN=device_open,CLOSE=device_close
agree "FALSE(spec)" --spec $device "$scratch/device.c" -- -DTWICE
agree "FALSE(spec)" --spec $device "$scratch/device.c" -- -DLEFT
agree "TRUE" --spec $device "$scratch/device.c"
# The table of an automaton per KEY has entries that overlap: too hard for a proof by graphs.
engines="$engines graph"
init=specs/init_before_use.spec:INIT=log_open,USE=log_write
agree "FALSE(spec)" --spec $init "$scratch/init.c" -- -DEARLY
agree "TRUE" --spec $init "$scratch/init.c"
ends 10 "$HEDDLE" check -q --property reach --engine explicit --spec specs/deadlock.spec "$scratch/order.c" -- -DINVERTED=1
last_line "FALSE(deadlock)"
ends 0 "$HEDDLE" check -q --property reach --engine explicit --spec specs/deadlock.spec "$scratch/order.c" -- -DINVERTED=0

# The story has the states, and a recorded execution is replayed with the automata.
ends 10 "$HEDDLE" check --engine explicit --property spec --spec $device --trace "$scratch/twice.json" "$scratch/device.c" -- -DTWICE
out_has "automaton open_close: closed → open, handle 3"
out_has "automaton open_close: closed → not_open, handle 3"
out_has "open_close: device_close is called with a handle that is not open"
ends 10 "$HEDDLE" replay -q "$scratch/twice.json"
last_line "FALSE(spec)"

# What observes the program neither races with it nor orders its accesses.
write relaxed.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int flag;
void publish(void) { atomic_store_explicit(&flag, 1, memory_order_relaxed); }
int look(void) { return atomic_load_explicit(&flag, memory_order_relaxed); }
static void *reader(void *p) {
  if (look())
    data++;
  return p;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  data = 1;
  publish();
  pthread_join(thread, 0);
}
END
write watch.spec <<'END'
automaton watch
state before
  on call publish goto after
  on return 1 = look goto odd
  on at look if data == 7 goto odd
state after
error odd
END
for engine in explicit reference auto; do
  ends 10 "$HEDDLE" check -q --engine $engine --property race --spec "$scratch/watch.spec" "$scratch/relaxed.c"
  last_line "FALSE(race)"
done
write fine.c <<'END'
#include <pthread.h>
static int data;
int get(void) { return 0; }
static void *reader(void *p) {
  get();
  return p;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  data = 1;
  pthread_join(thread, 0);
}
END
write get.spec <<'END'
automaton get
state quiet
  on at get if data == 5 goto five
error five
END
for engine in explicit order; do
  ends 0 "$HEDDLE" check -q --engine $engine --property race --spec "$scratch/get.spec" "$scratch/fine.c"
done

# Lines with local variables and fields, addresses, threads, ends, assumptions.
write account.c <<'END'
#include <pthread.h>
struct account { int balance; unsigned flags : 3; long limits[3]; };
static struct account account;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int (*take)(pthread_mutex_t *) = pthread_mutex_lock;
static void *payer(void *p) {
  int amount = *(int *)p;
  take(&lock);
  int old = account.balance;
  account.balance = old - amount;
  pthread_mutex_unlock(&lock);
  return p;
}
int external(int);
int main(void) {
  int x = 20, y = 90;
  pthread_t a, b;
  account.balance = 100;
  pthread_create(&a, 0, payer, &x);
  pthread_create(&b, 0, payer, &y);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return external(3) > 0;
}
END
check_account() { # exit code; the automaton is on standard input
  write account.spec
  ends "$1" "$HEDDLE" check -q --engine explicit --property spec --spec "$scratch/account.spec" "$scratch/account.c"
}
check_account 10 <<'END'
automaton overdrawn
state fine
  on at account.c:11 if account.balance < 0 && amount > 80 goto bad
error bad
END
check_account 0 <<'END'
automaton overdrawn
state fine
  on at account.c:11 if account.balance < 0 && amount == 0 || account.limits[2] != 0 goto bad
error bad
END
check_account 10 <<'END' # the call through a pointer is seen
automaton pointer per m
state free
  on return 0 = pthread_mutex_lock(m) if !held(m) goto odd
  on return 0 = pthread_mutex_lock(m) goto taken
state taken
  on call pthread_mutex_unlock(m) if held(m) && m == &lock goto seen
error odd
error seen
END
check_account 10 <<'END'
automaton ends
state none
  on end goto one
state one
  on end goto two
state two
  on exit goto over
error over
END
check_account 0 <<'END'
automaton ends
state none
  on end goto one
state one
  on end goto two
state two
  on end goto over
error over
END
check_account 10 <<'END'
automaton creations
state z
  on create payer goto o
state o
  on create payer goto t
state t
  on return 0 = pthread_join goto done
error done
END
check_account 0 <<'END'
automaton assumed
state s
  on return r = external(3) if r <= 0 goto cut
  on return r = external(_) if r < 1 goto wrong
assume cut
error wrong
END
check_account 10 <<'END'
automaton assumed
state *
  on return r = external(3) if r <= 0 goto wrong
state s
error wrong
END

# Numbers are compared as C does, and what a condition computes is no error of the program.
write narrow.c <<'END'
static int divisor;
void send(short number) { (void)number; }
unsigned char low(unsigned number) { return (unsigned char)number; }
unsigned all(void) { return ~0u; }
int main(void) {
  send(-2);
  low(511);
  return all() == divisor;
}
END
narrow() { # exit code, event and condition
  write narrow.spec <<END
automaton narrow
state s
  on $2 goto e
error e
END
  for engine in explicit order; do
    ends "$1" "$HEDDLE" check -q --engine $engine --property spec,division,overflow --spec "$scratch/narrow.spec" "$scratch/narrow.c"
  done
}
narrow 10 "call send(-2)"
narrow 0 "call send(65534)"
narrow 10 "return 255 = low"
narrow 0 "return -1 = low"
narrow 10 "return -1 = all"
narrow 0 "call send(n) if 7 / divisor == 12345"
narrow 10 "call send(n) if 7 / divisor != 12345"
narrow 0 "call send(n) if 2147483647 + divisor - n < 0 && divisor"

# Mistakes, with the line and mostly the column.
wrong() { # message; the specification is on standard input
  write wrong.spec
  ends 3 "$HEDDLE" check -q --spec "$scratch/wrong.spec" "$scratch/account.c"
  err_has "$1"
}
wrong "wrong.spec:1: there is no automaton in it" <<'END'
# nothing
END
wrong "wrong.spec:3:6: no event: 'when f goto b'" <<'END'
automaton a
state s
  on when f goto b
END
wrong "wrong.spec:3:21: the automaton a has no state 'b'" <<'END'
automaton a
state s
  on call main goto b
END
wrong "wrong.spec:3: main has 0 parameters" <<'END'
automaton a
state s
  on call main(1) goto b
error b
END
wrong "wrong.spec:3:34: a condition compares with '=='" <<'END'
automaton a
state s
  on at payer if account.balance = 3 goto b
error b
END
wrong "wrong.spec:3: the program has no variable or function 'nothing'" <<'END'
automaton a
state s
  on at payer if nothing > 3 goto b
error b
END
wrong "wrong.spec:3: 'account' has no field 'flags'" <<'END'
automaton a
state s
  on at payer if account.flags > 3 goto b
error b
END
wrong "wrong.spec:3: 'account' is no mutex" <<'END'
automaton a
state s
  on at payer if held(&account) goto b
error b
END
wrong "wrong.spec:3: the program has no code at account.c:1000" <<'END'
automaton a
state s
  on at account.c:1000 goto b
error b
END
wrong "wrong.spec:4:20: a deadlock is an error in every state" <<'END'
automaton a
state s
state t
  on deadlock goto b
error b
END
wrong "wrong.spec:1:12: the parameter P has no value" <<'END'
parameter P
automaton a
END
wrong "wrong.spec:3:38: a ')' is missing" <<'END'
automaton a
state s
  on at payer if (account.balance > 3 goto b
error b
END
mistake() { # column and message, condition
  wrong "wrong.spec:3:$1" <<END
automaton a
state s
  on at payer if $2 goto b
error b
END
}
mistake "22: a value is missing at the end of the condition" "p == "
mistake "20: an operator is missing before '3'" "p 3"
mistake "20: a value is missing before '&&'" "( && p)"
mistake "22: the number 99999999999999999999 is too large" "p < 99999999999999999999"
mistake "22: '5x' is no number" "p < 5x"
mistake "22: only held and locked can be called" "main(3)"
mistake "23: a mutex is missing: held(&lock)" "held == p"
mistake "26: a ']' is missing in the condition" "p[2 == 1"
mistake "22: a ']' too many in the condition" "p[2]] == 1"
mistake "18: a condition does not follow pointers" "*p"
wrong "wrong.spec:4:18: expected 'if CONDITION' or 'goto STATE', found 'x goto b'" <<'END'
parameter F = payer
automaton a
state s
  on call $F(_)  x goto b
error b
END
ends 3 "$HEDDLE" check --spec "$scratch/missing.spec" "$scratch/account.c"
err_has "missing.spec: No such file"
ends 2 "$HEDDLE" check --memory-model tso --spec specs/deadlock.spec "$scratch/account.c"
ends 2 "$HEDDLE" check --property leak --spec $device "$scratch/device.c"
ends 3 "$HEDDLE" check --spec specs/deadlock.spec:X=3 "$scratch/account.c"
err_has "there is no parameter 'X'"
