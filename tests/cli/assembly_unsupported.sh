# SPDX-License-Identifier: Apache-2.0
# What is not understood of assembly is named, with its line, and costs an answer only if it is reached.
expect_unknown() { # TEXT-IN-THE-REASON
  "$HEDDLE" check "$scratch/a.c" >"$scratch/out" 2>"$scratch/err"
  [ $? -eq 20 ] || { echo "no UNKNOWN for $1"; cat "$scratch/a.c" "$scratch/out" "$scratch/err"; exit 1; }
  in_the_way "$1"
}
write() { # BODY-OF-MAIN
  printf 'extern int seven(void);\nint main(void) {\n  int x = 1, y = 2;\n  double z = 1;\n  (void)x, (void)y, (void)z;\n  %s\n  return 0;\n}\n' \
    "$1" >"$scratch/a.c"
}

write '__asm__("fsin");'
expect_unknown 'assembly "fsin" at'
in_the_way 'a.c:6'
write '__asm__("incl %0\n\tvpaddd %%xmm0, %%xmm1, %%xmm2" : "+r"(x));'
expect_unknown 'assembly "vpaddd %xmm0, %xmm1, %xmm2"'
write '__asm__("rep movsb" ::: "memory");'
expect_unknown 'assembly "rep movsb"'
write '__asm__("lock; movl $0, %0" : "=m"(x));'
expect_unknown 'assembly "lock movl $0, %0"'
# The compiler may put the input into the register of the output.
write '__asm__("movl $0, %0\n\taddl %1, %0" : "=r"(x) : "r"(y));'
expect_unknown "written before (it has no '&')"
write '__asm__("movl $1, %ecx");'
expect_unknown 'which changes %cx, neither output nor clobber'
write '__asm__("incl %0" : : "r"(x));'
expect_unknown 'an operand that is an input only'
write '__asm__("addsd %1, %0" : "+x"(z) : "x"(1.0));'
expect_unknown 'an operand with the constraint x'
write '__asm__("jmp elsewhere");'
expect_unknown 'a jump out of it to elsewhere'
write '__asm__(".byte 0xf3, 0x90");'
expect_unknown 'assembly ".byte 0xf3, 0x90"'

# Assembly outside of functions.
write 'if (seven() != 7) __builtin_abort();'
printf '__asm__(".globl seven\\nseven: movl $7, %%eax\\n ret");\n' >>"$scratch/a.c"
expect_unknown 'seven, which assembly defines at'

# What nobody reaches matters to nobody.
write 'if (x == 2) __asm__("fsin");'
"$HEDDLE" check "$scratch/a.c" >"$scratch/out" 2>/dev/null || { cat "$scratch/out"; exit 1; }
# Exclusive accesses that are no pair.
cat >"$scratch/b.c" <<'C'
int x;
int main(void) {
  unsigned status;
  __asm__("stxr %w0, %w2, %1" : "=&r"(status), "+Q"(x) : "r"(1));
  return 0;
}
C
"$HEDDLE" check "$scratch/b.c" -- --target=aarch64-linux-gnu >"$scratch/out" 2>/dev/null
in_the_way 'without an exclusive load'
