# SPDX-License-Identifier: Apache-2.0
# Every engine keeps --time and --memory with objects of a gigabyte and with very many objects.
# Half a second more is allowed: what the system takes to give back a gigabyte of pages depends on the machine.
for program in array slots; do
  spends 2 "$HEDDLE" check -q --engine lockset --property race --time 0.5 "tests/cli/limits/$program.c"
  grep -q -e "^UNKNOWN(locks do not exclude a race" -e "^UNKNOWN(time" -e "^TRUE$" "$scratch/out" || fail "no verdict"
done
for engine in reference random explicit order lazy schedule widen impact modular auto; do
  for program in array slots; do
    spends 2 "$HEDDLE" check -q --engine $engine --threads 1 --time 0.5 "tests/cli/limits/$program.c"
    [ $code -eq 20 ] || [ "$engine $program $code" = "auto slots 0" ] || fail "not UNKNOWN" # static proves it
  done
  case $BUILD in
  *asan*) ;; # cannot live with the system's limit, which is what a single allocation meets
  *)
    spends 2 "$HEDDLE" check -q --engine $engine --threads 1 --time 60 --memory 200 tests/cli/limits/array.c
    out_has "memory"
    ;;
  esac
done
