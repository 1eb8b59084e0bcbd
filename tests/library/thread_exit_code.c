// expect: TRUE
/* The program's exit code does not matter. */
int main(void) { return 7; }
