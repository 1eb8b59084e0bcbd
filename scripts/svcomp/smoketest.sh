#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does heddle work here? Checks a few small tasks, from any directory:
#   path/to/heddle/smoketest.sh
folder=$(dirname "$0")
status=0

# expect VERDICT PROPERTY TASK: the last line of output for this task.
expect() {
  verdict=$("$folder/heddle" check --prp "$folder/smoketest/$2.prp" "$folder/smoketest/$3" | tail -n 1)
  if [ "$verdict" = "$1" ]; then
    echo "ok: $3, $2: $verdict"
  else
    echo "FAILED: $3, $2: '$verdict' instead of '$1'"
    status=1
  fi
}

"$folder/heddle" --version || status=1
expect "TRUE" unreach-call locked.yml
expect "TRUE" no-data-race locked.yml
expect "FALSE(reach)" unreach-call unlocked.yml
expect "FALSE(race)" no-data-race unlocked.yml
expect "TRUE" valid-memsafety header.yml
exit $status
