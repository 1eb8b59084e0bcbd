/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a sequential C program with a random loop that does nothing but count: `generate_delays
 * SEED > program.c`. It prints what the loop leaves in its variables. Counters start and end
 * anywhere, often near the end of their range, so that some overflow, wrap around or never end. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static uint32_t draw(uint32_t below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state >> 33) % below);
}

struct type {
  const char *name;
  unsigned width;
  bool is_signed;
};
static const struct type types[] = {
    {"int", 32, true}, {"unsigned", 32, false}, {"long", 64, true}, {"unsigned long", 64, false}};

/* As an expression of the type. */
static void number(const struct type *type, uint64_t bits) {
  printf("(%s)0x%llxull", type->name,
         (unsigned long long)(type->width == 64 ? bits : bits & 0xffffffff));
}

static uint64_t special(const struct type *type) {
  uint64_t half = (uint64_t)1 << (type->width - 1);
  const uint64_t numbers[] = {0, 1, half, half - 1, 2 * half - 1, 7};
  return numbers[draw(6)] + draw(7) - 3;
}

/* What a round does besides counting. */
static void body(void) {
  static const char *const statements[] = {
      "other += 3;", "other -= 2;",   "last = i;",  "last = (long)i * 5 + 1;",
      "barrier();",  "seen = other;", "other = 4;", "pause();"};
  fputs("{ ", stdout);
  for (uint32_t i = draw(3); i > 0; i--)
    printf("%s ", statements[draw(8)]);
}

static void loop(unsigned step) {
  uint32_t form = draw(11);
  static const char *const steps[] = {
      "i < bound; i +=", "i <= bound; i +=", "i > bound; i -=", "i >= bound; i -="};
  if (form < 4)
    printf("  for (; %s %u) ", steps[form], step);
  else if (form < 6)
    printf("  for (; i != bound; i%s) ", form == 4 ? "++" : "--");
  else if (form < 8)
    printf("  while (%s) ", form == 6 ? "i--" : "bound > i++");
  else if (form < 10)
    fputs("  do ", stdout);
  else
    printf("  for (; i < bound; i += %u) for (j = 3; j < %u; j += 2) ", step, 1 + draw(500000));
  body();
  if (form == 9)
    printf("i += %u; ", step);
  puts(form == 8 ? "} while (--i > bound);" : form == 9 ? "} while (i < bound);" : "}");
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fputs("usage: generate_delays SEED\n", stderr);
    return 2;
  }
  state = strtoull(argv[1], NULL, 10) * 2654435761u + 99;
  for (int i = 0; i < 8; i++)
    draw(2);
  const struct type *type = &types[draw(4)], *other = &types[draw(4)];
  uint64_t start = special(type), bound = draw(3) ? start + draw(600) - 300 : special(type);
  unsigned step = draw(2) ? 1 : 1 + draw(9);
  printf("/* seed %s */\n#include <stdio.h>\n"
         "#ifdef NATIVE\n#define barrier()\n#define pause()\n#else\n"
         "#define barrier() __asm__ volatile(\"\" ::: \"memory\")\n"
         "#define pause() __asm__ volatile(\"pause\")\n#endif\nstatic %s start = ",
         argv[1], type->name);
  number(type, start);
  printf(", end = ");
  number(type, bound);
  printf(";\nint main(void) {\n  %s i = start, bound = end;\n  %s other = ", type->name,
         other->name);
  number(other, draw(2) ? 0 : special(other));
  puts(";\n  long last = -1, seen = -2;\n  unsigned j = 0;");
  loop(step);
  puts("  printf(\"%ld %ld %ld %ld %u\\n\", (long)i, (long)other, last, seen, j);\n  return 0;\n}");
  return 0;
}
