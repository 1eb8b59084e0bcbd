#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a C program that applies every operation to inputs of one width.

generate_operations.py WIDTH SEED NAME.c

Compiled natively with -DNATIVE it prints a header with the results. With that header included
(-DRESULTS) it asserts them of inputs that are assumed to be the operands, so that an engine has to
compute with symbols what the machine computed with numbers. With -DWRONG=n the n-th result is expected to be
another one: then the assertion must fail.
"""
import random
import sys

width, seed, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
draw = random.Random(width * 1000 + seed)
name = {8: "char", 16: "short", 32: "int", 64: "long long"}[width]
u, s = "unsigned " + name, "signed " + name
suffix = {8: "uchar", 16: "ushort", 32: "uint", 64: "ulonglong"}[width]


def operand():
    top = 1 << width
    few = [0, 1, 2, 3, top - 1, top - 2, top // 2, top // 2 - 1, width - 1]
    return draw.choice(few) if draw.random() < 0.5 else draw.randrange(top)


binary = ["a + b", "a - b", "a * b", "a & b", "a | b", "a ^ b", "a == b", "a != b", "a < b", "a <= b", "a > b",
          "a >= b", "(S)a < (S)b", "(S)a <= (S)b", "(S)a > (S)b", "(S)a >= (S)b", "b ? a / b : 7",
          "b ? a % b : 7", "(S)b > 0 ? (S)a / (S)b : 7", "(S)b > 0 ? (S)a % (S)b : 7", "a << (b % W)", "a >> (b % W)",
          "(S)a >> (b % W)", "~a", "-a", "!a", "a && b", "a || b", "a ? b : 3"]
casts = ["(unsigned char)a", "(signed char)a", "(unsigned short)a", "(short)a", "(unsigned)a", "(int)a",
         "(unsigned long long)a", "(long long)(S)a", "(unsigned long long)(S)a + b"]
memory = ["(cell = a, cell)", "(bytes[1] = (unsigned char)a, ((unsigned char *)&cell)[0])",
          "(memcpy(&cell, &a, sizeof a), cell)", "(memset(&cell, (int)(a & 255), sizeof cell), cell)",
          "(pair.x = a, pair.y = b, other = pair, other.y - other.x)", "(array[b & 3] = a, array[0] + array[b & 3])",
          "(pointer = &array[a & 3], *pointer = b, array[a & 3])", "(memmove(bytes + 1, bytes, 2), bytes[2])"]
atomic = ["__atomic_fetch_%s(&cell, a, 5)" % op for op in ("add", "sub", "and", "or", "xor", "nand")]
atomic += ["__atomic_%s_fetch(&cell, a, 5)" % op for op in ("add", "sub", "and", "or", "xor", "nand")]
atomic += ["__atomic_exchange_n(&cell, a, 5)", "(__atomic_store_n(&cell, a, 5), __atomic_load_n(&cell, 5))",
           "__atomic_compare_exchange_n(&cell, &a, b, 0, 5, 5) + a",
           "(a = cell, __atomic_compare_exchange_n(&cell, &a, b, 0, 5, 5) + cell)"]

lines = ["/* Made by tests/fuzz/generate_operations.py %d %d. */" % (width, seed), "#include <string.h>",
         "typedef %s U;" % u, "typedef %s S;" % s, "enum { W = %d };" % width,
         "static U cell, array[4], *pointer;", "static unsigned char bytes[16];",
         "static struct pair { U x, y; } pair, other;"]
operations = binary + casts + memory + atomic
for i, operation in enumerate(operations):
    lines.append("static unsigned long long f%d(U a, U b) { (void)b; return (unsigned long long)(%s); }" % (i, operation))
lines += ["#ifdef NATIVE", "#include <stdio.h>", "int main(void) {"]
values = [(operand(), operand(), operand()) for _ in operations]
for i, (a, b, c) in enumerate(values):
    lines.append("  cell = (U)%dull; memset(bytes, 5, 16); printf(\"#define R%d %%lluull\\n\", f%d((U)%dull, (U)%dull));"
                 % (c, i, i, a, b))
lines += ["  return 0;", "}", "#else", "#include RESULTS", "#include <assert.h>",
          "U __VERIFIER_nondet_%s(void);" % suffix, "void __VERIFIER_assume(int);",
          "static U input(unsigned long long value) {", "  U got = __VERIFIER_nondet_%s();" % suffix,
          "  __VERIFIER_assume(got == (U)value);", "  return got;", "}", "int main(void) {"]
for i, (a, b, c) in enumerate(values):
    lines.append("  cell = input(%dull); memset(bytes, 5, 16);" % c)
    lines.append("  assert(f%d(input(%dull), input(%dull)) == R%d + (WRONG == %d)); /* %s */"
                 % (i, a, b, i, i, operations[i]))
lines += ["  return 0;", "}", "#endif", ""]
with open(path, "w") as out:
    out.write("\n".join(lines))
print(len(operations))
