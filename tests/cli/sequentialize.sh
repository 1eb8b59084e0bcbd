# SPDX-License-Identifier: Apache-2.0
# heddle sequentialize: the output compiles without a warning, has the verdict of the original, and is sequential.
out=$scratch/out.c
sequential() { # VERDICT-CODE FILE [OPTION...]
  verdict=$1
  file=$2
  shift 2
  for reduction in '' --no-por; do
    ends 0 "$HEDDLE" sequentialize $reduction --check-states --property reach,lock "$file" -o "$out" "$@"
    gcc -std=c11 -Wall -Wextra -Werror -c "$out" -o "$scratch/out.o" || fail "gcc complains"
    clang-19 -std=c11 -Wall -Wextra -Werror -c "$out" -o "$scratch/out.o" || fail "clang complains"
    ! sed 's|/\*.*\*/||' "$out" | grep -q 'pthread_create(\|#include\|__attribute__\|__builtin\|_Noreturn' || fail "it is not plain C"
    [ -n "$reduction" ] || ends "$verdict" "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
  done
}
sequential 0 tests/sequentialize/two_flags.c
sequential 0 tests/sequentialize/one_lock.c
sequential 10 tests/sequentialize/one_lock.c -- -DWRONG
sequential 10 tests/sequentialize/endless.c
sequential 10 tests/sequentialize/thread_local.c
sequential 10 tests/sequentialize/loop_first.c
sequential 10 tests/sequentialize/endless_call.c
sequential 10 tests/sequentialize/section_ends.c
sequential 0 tests/sequentialize/section_loops.c
sequential 0 tests/sequentialize/structs.c --max-threads 2
sequential 10 tests/sequentialize/structs.c --max-threads 2 -- -DWRONG
grep -q 'struct node \*next;' "$out" || fail "a struct is not a struct"
grep -q '/\* tests/sequentialize/structs.c:[0-9]*: ' "$out" || fail "no source lines"
sequential 0 tests/sequentialize/recursion.c
sequential 10 tests/sequentialize/recursion.c -- -DWRONG
sequential 0 tests/sequentialize/jumping.c
sequential 10 tests/sequentialize/jumping.c -- -DWRONG
sequential 0 tests/sequentialize/jumping_back.c
sequential 10 tests/sequentialize/jumping_back.c -- -DWRONG
# Parts of variables that change, by way of whatever pointer.
sequential 0 tests/sequentialize/unchanged.c
sequential 10 tests/sequentialize/unchanged.c -- -DWRONG
sequential 0 tests/sequentialize/parts.c
sequential 10 tests/sequentialize/parts.c -- -DWRONG
ends 0 "$HEDDLE" sequentialize --property race tests/sequentialize/same_value.c -o "$out"
ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
# A spin lock keeps a mark of its holder, and a thread is a number there, too.
sequential 0 tests/library/spin_excludes.c
ends 0 "$HEDDLE" sequentialize --property reach,lock tests/library/spin_excludes.c -o "$out"
! grep -v '/\*' "$out" | grep -q '&threads\[' || fail "a thread is an address"
# What was never written is any value, also in a block of the heap, and the output writes that value first.
sequential 0 tests/sequentialize/first_values.c
for way in NUMBER NUMBERS BLOCK; do
  sequential 10 tests/sequentialize/first_values.c -- -D$way
done
ends 0 "$HEDDLE" sequentialize --property reach tests/sequentialize/first_values.c -o "$out" -- -DBLOCK
[ "$(grep -c '\[[0-9]\] = __VERIFIER_nondet_ulong();' "$out")" -ge 3 ] || fail "the block has no values"
# A longjmp ends the variables of the functions that it leaves, and does not come back to one that has returned.
ends 0 "$HEDDLE" sequentialize --property memory tests/sequentialize/jumping_out.c -o "$out" -- -DFINE
ends 0 "$HEDDLE" check -q --engine explicit --time 60 --property memory,reach "$out"
ends 0 "$HEDDLE" sequentialize --property memory tests/sequentialize/jumping_out.c -o "$out"
ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property memory "$out"
ends 0 "$HEDDLE" sequentialize --property memory tests/sequentialize/jumping_out.c -o "$out" -- -DDEAD -DFINE
ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
# Values are written where they are read, and what the library does for other programs is left out.
ends 0 "$HEDDLE" sequentialize --property reach tests/sequentialize/two_flags.c -o "$out"
grep -q '^ *if (y == 1)' "$out" || fail "a value has a variable without need"
! grep -q 'reusable\|\*thread' "$out" || fail "something has no effect"
# The second example of the paper. The number of lines may only shrink.
for flag in '' -DCHECKED; do
  sequential 0 tests/sequentialize/join_and_lock.c ${flag:+-- $flag}
done
ends 0 "$HEDDLE" sequentialize --property reach tests/sequentialize/join_and_lock.c -o "$out"
[ "$(wc -l <"$out")" -le 150 ] || fail "the sequential program has $(wc -l <"$out") lines"
# What only prints is left out, unless somebody asks whether memory can be read; and so is a variable that nobody reads.
printf '#include <pthread.h>\n#include <stdio.h>\nint x;\nvoid *t(void *a) {\n  printf("%%d\\n", x);\n  return a;\n}\nint main(void) {\n  pthread_t id;\n  pthread_create(&id, 0, t, 0);\n  return 0;\n}\n' >"$scratch/prints.c"
ends 0 "$HEDDLE" sequentialize --property reach "$scratch/prints.c" -o "$out"
! grep -q 'format_read\|main_id' "$out" || fail "something is computed that nobody reads"
ends 0 "$HEDDLE" sequentialize --property memory "$scratch/prints.c" -o "$out"
grep -q 'format_read' "$out" || fail "what is printed is not read"
sed 's/%d/%d%n/; s/, x)/, x, \&x)/' "$scratch/prints.c" >"$scratch/stores.c"
ends 0 "$HEDDLE" sequentialize --property reach "$scratch/stores.c" -o "$out"
grep -q 'format_read' "$out" || fail "what printf stores is left out"
# A variable that only a comment and assignments mention is set but not used, unless the output says that it knows.
printf '#include <assert.h>\n#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x, y;\nvoid *t(void *a) {\n  int status = pthread_mutex_lock(&m);\n  if (status != 0)\n    ;\n  x = 1;\n  status = pthread_mutex_unlock(&m); /* status */\n  if (status)\n    ;\n  return a;\n}\nint main(void) {\n  pthread_t id;\n  int zero = 0;\n  pthread_create(&id, 0, t, 0);\n  assert(y <= 1 || zero < 2);\n  return x;\n}\n' >"$scratch/unused.c"
for reduction in local,conflict,forget none; do
  ends 0 "$HEDDLE" sequentialize --reduction $reduction "$scratch/unused.c" -o "$out"
  gcc -std=c11 -Wall -Wextra -Werror -c "$out" -o "$scratch/out.o" || fail "gcc complains"
done
# A thread is a number, not an address.
ends 0 "$HEDDLE" sequentialize examples/lost_update.c -o "$out"
! grep -v '/\*' "$out" | grep -q '&threads\[' || fail "a thread is an address"
# A deadlock is a call of reach_error if it is asked for.
ends 0 "$HEDDLE" sequentialize --property reach,deadlock examples/lock_inversion.c -o "$out"
ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
ends 0 "$HEDDLE" sequentialize --property reach examples/lock_inversion.c -o "$out"
ends 0 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
# Also one of some threads while others go on. What threads hold is noted only where a cycle can be.
for way in '' JOINED READ AGAIN ELEMENTS ORDERED ONE_BY_ONE; do
  for reduction in local,conflict,forget none local,conflict,order,forget; do
    ends 0 "$HEDDLE" sequentialize --reduction $reduction --property lock,deadlock tests/sequentialize/cycle.c -o "$out" -- -DCYCLE${way:+ -D$way}
    gcc -std=c11 -Wall -Wextra -Werror -c "$out" -o "$scratch/out.o" || fail "gcc complains"
    case $way in
    O*) ! grep -q 'held\[' "$out" || fail "something is noted without need" ;;
    *) ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out" ;;
    esac
  done
done
# So is a race, if it is asked for by name.
for way in '' UNLOCKED EARLY NEIGHBOUR SECTION FREED; do
  for reduction in local,conflict,forget none local,conflict,order,forget; do
    ends 0 "$HEDDLE" sequentialize --reduction $reduction --property race tests/sequentialize/racing.c -o "$out" -- -DRACE${way:+ -D$way}
    gcc -std=c11 -Wall -Wextra -Werror -c "$out" -o "$scratch/out.o" || fail "gcc complains"
    ends "$([ -z "$way" ] && echo 0 || echo 10)" "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
  done
done
# A lock in a block, and a thread-local variable of another thread.
for reduction in local,conflict,forget none local,conflict,order,forget; do
  for file in heap_lock lent_variable; do
    ends 0 "$HEDDLE" sequentialize --reduction $reduction --property race tests/sequentialize/$file.c -o "$out"
    ends 0 "$HEDDLE" check -q --engine explicit --time 60 --property reach,memory "$out"
    ends 0 "$HEDDLE" sequentialize --reduction $reduction --property race tests/sequentialize/$file.c -o "$out" -- -DRACE
    ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
  done
done
ends 0 "$HEDDLE" sequentialize tests/sequentialize/racing.c -o "$out"
grep -q "does not look for races unless" "$scratch/err" || fail "it does not say what is left out"
grep -q '^ \* Not looked for: race' "$out" || fail "the file does not say what is left out"
! grep -q 'next_access' "$out" || fail "races are looked for without need"
# Where atomic accesses do not synchronise it is not, and the command says so.
ends 0 "$HEDDLE" sequentialize --property reach,race tests/programs/message_over_relaxed_flag.c -o "$out"
grep -q "does not show violations of 'race'" "$scratch/err" || fail "it does not say what is left out"
# A pointer to a local variable does not outlive the function.
ends 0 "$HEDDLE" sequentialize examples/detached_thread.c -o "$out"
ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property memory "$out"
grep -q 'FALSE(memory)' "$scratch/out" || fail "the use of a dead local variable is no memory error"
# Nor does a pointer to a variable of a block.
ends 0 "$HEDDLE" sequentialize --property memory tests/programs/use_after_block.c -o "$out"
ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property memory "$out"
# However the pointer gets there.
ends 0 "$HEDDLE" sequentialize --property memory tests/sequentialize/outliving.c -o "$out"
ends 0 "$HEDDLE" check -q --engine explicit --time 60 --property memory "$out"
for way in PARTS WIDE BLOCK BEHIND AFTER; do
  ends 0 "$HEDDLE" sequentialize --property memory tests/sequentialize/outliving.c -o "$out" -- -D$way
  ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property memory "$out"
done
# A number that happens to be the address of a function is a number; helper functions are used.
ends 0 "$HEDDLE" sequentialize --property reach,overflow tests/programs/delay_loops.c -o "$out"
gcc -std=c11 -Wall -Wextra -Werror -c "$out" -o "$scratch/out.o" || fail "gcc complains"
ends 0 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
# Too small a bound is no violation, and the answer says what to raise. Other verifiers see an assertion that fails.
ends 0 "$HEDDLE" sequentialize --max-depth 2 --property reach tests/sequentialize/recursion.c -o "$out"
ends 20 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
grep -q 'bound of the sequential program: raise max depth' "$scratch/out" || fail "the bound is not named"
ends 0 "$HEDDLE" sequentialize --max-threads 1 tests/sequentialize/structs.c -o "$out"
ends 20 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
grep -q 'bound of the sequential program: raise max threads' "$scratch/out" || fail "the bound is not named"
grep -A1 'void __heddle_bound_raise_max_threads(void)' "$out" | grep -q '^  __assert_fail(' || fail "the bound is an assumption"
grep -q '^void reach_error(void) { __assert_fail(' "$out" || fail "an error is an assumption"
# The output is for one data model, which heddle finds there and compilers check.
ends 0 "$HEDDLE" sequentialize --data-model ilp32 --property reach tests/sequentialize/narrow.c -o "$out"
ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
ends 3 "$HEDDLE" check -q --engine explicit --time 60 --property reach --data-model lp64 "$out"
! gcc -std=c11 -fsyntax-only "$out" 2>"$scratch/err" || fail "it compiles under another data model"
ends 0 "$HEDDLE" sequentialize --property reach tests/sequentialize/narrow.c -o "$out"
ends 0 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
# Addresses are those of the output, also where the program takes them apart. heddle does not decide that for all
# layouts, of the output as little as of the program; natively nothing fails.
for reduction in local,conflict,forget none; do
  ends 0 "$HEDDLE" sequentialize --data-model ilp32 --reduction $reduction --property reach tests/sequentialize/apart.c -o "$out"
  ends 0 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
  ends 0 "$HEDDLE" sequentialize --reduction $reduction --property reach tests/sequentialize/apart.c -o "$out"
  ends 20 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
  grep -q 'may depend on where objects lie in memory' "$scratch/out" || fail "an address is a number"
  tests/sequentialize/build-native "$out" "$scratch/program" || fail "no program"
  ends 0 "$scratch/program" 1 20 8
  grep -q '^20 runs ended, 0 violations, 0 memory' "$scratch/out" || fail "a run fails"
  ends 0 "$HEDDLE" sequentialize --reduction $reduction --property reach tests/sequentialize/apart.c -o "$out" -- -DWRONG
  ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
done
# Locks that are variables have marks, which do not depend on where they lie; those of the heap have none.
ends 0 "$HEDDLE" sequentialize --property lock tests/sequentialize/marks.c -o "$out"
gcc -std=c11 -Wall -Wextra -Werror -c "$out" -o "$scratch/out.o" || fail "gcc complains"
ends 0 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
ends 0 "$HEDDLE" sequentialize --property lock tests/sequentialize/marks.c -o "$out" -- -DTWICE
ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
tests/sequentialize/build-native "$out" "$scratch/program" || fail "no program"
"$scratch/program" 1 20 2 | grep -q '^0 runs ended, 20 violations' || fail "natively it has no marks"
# It runs, and says nothing to the sanitizers.
ends 0 "$HEDDLE" sequentialize --check-states tests/sequentialize/one_lock.c -o "$out"
tests/sequentialize/build-native "$out" "$scratch/program" -fsanitize=address,undefined -fno-sanitize-recover=all || fail "no program"
ends 0 "$scratch/program" 1 20 4
grep -q '^20 runs ended, 0 violations, 0 memory' "$scratch/out" || fail "a run fails"
# What is refused is named, and nothing is written.
printf 'int undefined(int *);\nint main(void) {\n  int x;\n  __asm__("cpuid");\n  return undefined(&x);\n}\n' >"$scratch/refused.c"
rm -f "$out"
ends 20 "$HEDDLE" sequentialize "$scratch/refused.c" -o "$out"
grep -q 'refused.c:4: ' "$scratch/err" || fail "it does not say what is refused"
[ ! -e "$out" ] || fail "something was written"
