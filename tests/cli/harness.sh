# SPDX-License-Identifier: Apache-2.0
# `heddle harness` writes a program that compiles, runs what --entry names, and is checked as it is.
cat >"$scratch/account.c" <<'END'
#include <pthread.h>
struct account {
  pthread_mutex_t mutex;
  int balance;
  double rates[2];
  struct account *partner;
};
void pay(struct account *account, int amount) {
  pthread_mutex_lock(&account->mutex);
  account->balance = amount;
  pthread_mutex_unlock(&account->mutex);
}
int look(const struct account *account) { return account->balance; }
int named(const char *name, void (*callback)(void), void *data, enum { LOW, HIGH } level) {
  return name[0] && level == HIGH && !callback && !data;
}
int main(void) { return look(0); }
END
ends 0 "$HEDDLE" harness "$scratch/account.c" --entry pay,look -o "$scratch/race.c"
ends 10 "$HEDDLE" check --property race "$scratch/race.c"
last_line "FALSE(race)"
ends 0 "$HEDDLE" harness "$scratch/account.c" --entry pay,pay,named --repeat -o "$scratch/fine.c"
grep -q "while (__VERIFIER_nondet_bool())" "$scratch/fine.c" || fail "--repeat makes no loop"
ends 0 clang-19 -fsyntax-only -Wall -Wno-visibility "$scratch/fine.c"
ends 0 "$HEDDLE" harness "$scratch/account.c" --entry pay
out_has "pay(&object_0, __VERIFIER_nondet_int());"
ends 2 "$HEDDLE" harness "$scratch/account.c"
err_has "name the functions to call with --entry"
ends 3 "$HEDDLE" harness "$scratch/account.c" --entry borrow
err_has "no function borrow"

# The same without a harness.
ends 10 "$HEDDLE" check --property race --entry pay,look --trace "$scratch/bug.json" "$scratch/account.c"
err_has "assuming that pay is started with pointers to single objects, at most two of each type, and not with NULL"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
ends 0 "$HEDDLE" check --entry pay,pay "$scratch/account.c"
ends 2 "$HEDDLE" check --repeat "$scratch/account.c"
err_has "--repeat is for functions of --entry, not for main"
ends 2 "$HEDDLE" check --entry pay,main "$scratch/account.c"
ends 3 "$HEDDLE" check --entry pay,borrow "$scratch/account.c"
err_has "no function borrow"
