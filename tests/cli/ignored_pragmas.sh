# SPDX-License-Identifier: Apache-2.0
# Pragmas that would change what a program means are not ignored silently.
write sum.c <<'END'
int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    sum += i;
  return sum != 6;
}
END
ends 0 "$HEDDLE" check "$scratch/sum.c"
err_has "sum.c:3:9: '#pragma omp' is ignored without the flag -fopenmp"
ends 0 "$HEDDLE" check -q "$scratch/sum.c"
err_is_empty
ends 20 "$HEDDLE" check "$scratch/sum.c" -- -fopenmp
in_the_way "OpenMP, which is not modelled, by a call of __kmpc_fork_call, at sum.c:3"
sed 's/#pragma omp .*/_Pragma("omp parallel for")/' "$scratch/sum.c" | write operator.c
ends 0 "$HEDDLE" check "$scratch/operator.c"
err_has "operator.c:3:1: '#pragma omp' is ignored"
sed 's/#pragma omp .*/#pragma acc parallel loop/' "$scratch/sum.c" | write acc.c
ends 0 "$HEDDLE" check "$scratch/acc.c"
err_has "acc.c:3:9: '#pragma acc' is ignored, as all of OpenACC"
