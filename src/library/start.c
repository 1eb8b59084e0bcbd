/* Where every execution begins: calls the program's constructors and main, and ends the program with
 * main's result. */
#include "heddle.h"
#include "process.h"

int main(int count, char **arguments, char **environment);
void __heddle_start(void);

static char program_name[] = "program";
static char *words[] = {program_name, 0};
static char *environment[] = {0};

void __heddle_start(void) {
  __heddle_run_constructors();
  __library_exit(main(1, words, environment));
}
