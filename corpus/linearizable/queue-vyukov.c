//@ about: D. Vyukov's bounded queue (1024cores.net, 2010), to be compared with spec-queue.c. It is
//@   not linearizable.
//@ why: A producer that has its position and has not filled its cell hides the items of later
//@   positions. So a thread that has put an item in, after which nobody has taken one out, may find
//@   nothing: enqueue beside enqueue and try_dequeue, under every model.
//@ linearizable: spec-queue.c
//@ sc,tso,ra,rc11,cpp20: error
#define TRY
#include "../implementations/queue-vyukov.c"
