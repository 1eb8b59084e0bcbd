# SPDX-License-Identifier: Apache-2.0
# Tables of two to eight philosophers: the deadlock is told as a cycle, and a polite philosopher prevents
# it.
for seats in 2 3 4 5 6; do
  ends 10 "$HEDDLE" check --engine explicit examples/dining_philosophers.c -- -DSEATS=$seats
  last_line "FALSE(deadlock)"
  out_has "deadlock: threads wait for each other in a cycle"
  out_has "waits for forks[0], held by philosopher 1"
done
# The search for races would take far longer at these tables.
for seats in 7 8; do
  ends 10 "$HEDDLE" check --engine explicit --property deadlock examples/dining_philosophers.c -- -DSEATS=$seats
  last_line "FALSE(deadlock)"
done
for seats in 2 3 4 5; do
  ends 0 "$HEDDLE" check --engine explicit examples/dining_philosophers.c -- -DPOLITE -DSEATS=$seats
  last_line "TRUE"
done
