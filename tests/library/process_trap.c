// expect: FALSE(abort)
// engines: reference explicit order impact
int main(void) { __builtin_trap(); }
