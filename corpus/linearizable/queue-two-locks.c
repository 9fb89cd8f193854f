//@ about: The two-lock queue of M. M. Michael and M. L. Scott (PODC 1996), to be compared with
//@   spec-queue.c. The broken variants are those of the included file.
//@ why: Enqueues are ordered by one lock and dequeues by the other. A dequeue that finds nothing
//@   comes before the enqueue whose link it has not seen. BROKEN_EMPTY: a dequeue returns a value
//@   that nobody has put in, under every model. BROKEN, BROKEN_RACE: data races.
//@ linearizable: spec-queue.c
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_EMPTY]: error
#include "../implementations/queue-two-locks.c"
