//@ about: A ring buffer under a mutex, to be compared with spec-queue.c. The broken variants are
//@   those of the included file.
//@ why: The critical sections are the linearization. BROKEN_ORDER: a thread that puts in 1 and 2
//@   gets 2 first, under every model.
//@ linearizable: spec-queue.c
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_ORDER]: error
#include "../implementations/queue-mutex.c"
