/* SPDX-License-Identifier: Apache-2.0 */
/* Where every execution begins: calls the program's constructors and main, and ends the program
 * with main's result. Which of the functions it is depends on what is known of main's arguments. */
#include "heddle.h"
#include "process.h"

int main(int count, char **arguments, char **environment);
void __heddle_start(void);
void __heddle_start_with_arguments(void);
void __heddle_start_with_any_arguments(void);

static char program_name[] = "program";
static char *words[] = {program_name, 0};

/* The variables of the environment at the start; the front end puts those of --env in its place. */
char *__library_variables[1];

void __heddle_start(void) {
  __heddle_run_constructors();
  __library_exit(main(1, words, __library_variables));
}

/* Those of the command line (--args), defined by the front end. */
extern const int __heddle_argument_count;
extern char *__heddle_arguments[];

void __heddle_start_with_arguments(void) {
  __heddle_run_constructors();
  __library_exit(main(__heddle_argument_count, __heddle_arguments, __library_variables));
}

enum { MOST_ARGUMENTS = 4, LONGEST_ARGUMENT = 8 };

static char any_texts[MOST_ARGUMENTS][LONGEST_ARGUMENT + 1];
static char *any_words[MOST_ARGUMENTS + 2] = {program_name};

/* Named as the inputs are shown. */
static unsigned number_of_arguments(void) { return __heddle_nondet_u8(); }
static char character_of_an_argument(void) { return (char)__heddle_nondet_u8(); }

/* --args any. A zero ends a text earlier. */
void __heddle_start_with_any_arguments(void) {
  __heddle_suppose("there are at most 4 arguments of at most 8 characters each");
  unsigned count = number_of_arguments();
  __heddle_assume(count <= MOST_ARGUMENTS);
  for (unsigned i = 0; i < count; i++) {
    for (unsigned k = 0; k < LONGEST_ARGUMENT; k++)
      any_texts[i][k] = character_of_an_argument();
    any_words[i + 1] = any_texts[i];
  }
  __heddle_run_constructors();
  __library_exit(main((int)count + 1, any_words, __library_variables));
}
