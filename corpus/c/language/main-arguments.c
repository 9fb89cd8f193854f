//@ about: main with its two parameters, which the program does not use but to hand them on; and main that returns a
//@   value.
//@ why: There is nothing to go wrong. That main returns 1 is no error of the program.
//@ all: verified executions=1 blocked=0
static int unused_arguments(int argc, char **argv) {
  (void)argc;
  (void)argv;
  return 1;
}

int main(int argc, char *argv[]) { return unused_arguments(argc, argv); }
