#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Shows heddle at work on a few of examples/.
#   scripts/demo.sh HEDDLE
set -u
cd "$(dirname "$0")/.." || exit 2
heddle=$1

show() {
  echo
  printf '\033[1m$ heddle %s\033[0m\n' "$*" | if [ -t 1 ]; then cat; else sed 's/\x1b\[[01]m//g'; fi
  "$heddle" "$@"
  code=$?
  case $code in
  0 | 10) ;;
  *) echo "demo: unexpected exit code $code" >&2 && exit 1 ;;
  esac
}

echo "A mutual exclusion algorithm, proved:"
show check examples/peterson.c
echo
echo "Every access is locked, and still a payment gets lost:"
show check examples/lost_update.c
echo
echo "Two locks taken in opposite orders:"
show check examples/lock_inversion.c
echo
echo "Three philosophers:"
show check examples/dining_philosophers.c
echo
echo "The same when one of them is polite:"
show check examples/dining_philosophers.c -- -DPOLITE
echo
echo "One execution of a producer and a consumer, chosen by a seed:"
show run --seed 1 examples/bounded_buffer.c
echo
echo "More in examples/; 'build/heddle --help' tells what else there is."
