# SPDX-License-Identifier: Apache-2.0
# The abstract reachability graph of a paper's running example (Beyer and Friedberger, figure 1) is the
# one of its figure 3, if states are told apart by statements and not by accesses to memory: 17 tuples of
# locations, 24 edges, and a thread that is joined is no part of the tuple any more.
program=tests/programs/two_threads_add_what_the_other_has.c
ends 0 "$HEDDLE" show arg "$program" -o "$scratch/arg.dot"
out_is_empty
# The line of the library in which a thread is about to call its function.
begins=$(grep -n 'start)(argument)' src/library/thread.c | cut -d: -f1)
awk -v begins="thread\\.c:$begins([^0-9]|\$)" '
  function place(label, first, second) { # of a thread: before its first, its second, behind both
    if (label ~ ":" second "([^0-9]|$)") return 2
    return label ~ ":" first "([^0-9]|$)" || label ~ begins ? 1 : 3
  }
  /^  n[0-9]+ \[label=/ {
    name = $1
    sub(/^[^"]*"/, ""); sub(/"\];$/, "")
    count = split($0, threads, /\\n/)
    match(threads[1], /[a-z_]*\.c:[0-9]+/)
    main = threads[1] ~ /two_threads/ ? substr(threads[1], index(threads[1], ".c:") + 3) + 0 : 28
    if (main > 28) main = 28
    tuple = main
    if (count > 1 && main < 27) tuple = tuple " " place(threads[2], 11, 12)
    if (count > 2 && main < 28) tuple = tuple " " place(threads[3], 17, 18)
    tuples[name] = tuple
    if (!(tuple in nodes)) { nodes[tuple]; node_count++ }
  }
  /^  n[0-9]+ -> n[0-9]+/ {
    edge = tuples[$1] "," tuples[$3]
    if (tuples[$1] != tuples[$3] && !(edge in edges)) { edges[edge]; edge_count++ }
  }
  END {
    for (a = 1; a <= 3; a++)
      for (b = 1; b <= 3; b++)
        if (!("26 " a " " b in nodes)) print "no state 26 " a " " b
    print node_count " nodes, " edge_count " edges"
  }' "$scratch/arg.dot" >"$scratch/shape"
echo "17 nodes, 24 edges" | cmp -s - "$scratch/shape" || fail "not figure 3: $(cat "$scratch/shape")"
ends 0 "$HEDDLE" check --engine explicit --property reach --stats "$program"
err_has "states: "
err_has "transitions: "
