//@ about: Treiber's stack with nodes from malloc that are never freed, to be compared with
//@   spec-stack.c. The broken variants are those of the included file.
//@ why: All calls read or change one word, whose modification order is the linearization, also
//@   under weak models: happens-before agrees with it by coherence. BROKEN_TEST: a pushed item is
//@   lost, under every model. BROKEN, BROKEN_ACQUIRE: data races. BROKEN_FREE: a use after free.
//@ linearizable: spec-stack.c
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TEST]: error
#include "../implementations/stack-treiber.c"
