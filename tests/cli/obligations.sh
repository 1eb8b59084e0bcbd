# SPDX-License-Identifier: Apache-2.0
# The obligations of fifty programs are those that were counted by hand.
ends 0 tests/obligations/run "$HEDDLE"
out_has "52 programs, 0 counts differ"
