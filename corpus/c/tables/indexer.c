//@ about: indexer(N): N threads put four messages each into a hash table with open addressing, one
//@   mutex a slot. From Flanagan and Godefroid, Dynamic Partial-Order Reduction for Model Checking
//@   Software (POPL 2005); Table 2 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018) has 64, 512, 4096
//@   and 32768 executions for N = 13, 14, 15, 16. With CAS a slot is taken by compare-exchange, as
//@   in the original.
//@ why: Message m = 1..4 of thread t has the key 11m + t and goes to slot 7 * key mod 128. As 7 is
//@   invertible mod 128 and the keys stay below 128, slots collide just where keys do: 11m + t =
//@   11m' + t' for t' = t + 11 and m = m' + 1, that is three messages of each pair of threads t,
//@   t + 11 (for N <= 22 no third thread joins in). Whoever comes second finds the slot taken and
//@   goes on to the next one, which belongs to key + 55 (7 * 55 = 1 mod 128): 77 and above, where
//@   nobody else looks. So every collision is one binary choice, of the order of two critical
//@   sections. The three of a pair are independent: the second message of t meets the first of
//@   t + 11, and so on, always in the same order in both threads, so that no choice forces another.
//@   In all 8^(N-11) for 11 <= N <= 22. What is protected by mutexes is so in all models; with CAS
//@   the loser reads from the winner, who alone writes the slot. Each choice is one of what is read from
//@   where, so both equivalences have as many.
//@ all: verified executions=8
//@ all [-DN=11]: verified executions=1
//@ all [-DN=13]: verified executions=64
//@ all [-DN=14] slow: verified executions=512
//@ ra rf [-DN=13]: verified executions=64
//@ ra rf [-DN=14] slow: verified executions=512
//@ all [-DN=15] slow: verified executions=4096
//@ ra rf [-DN=15] slow: verified executions=4096
//@ all [-DN=16] slow: verified executions=32768
//@ ra rf [-DN=16] slow: verified executions=32768
//@ all [-DCAS]: verified executions=8 blocked=0
//@ all [-DCAS -DN=13]: verified executions=64 blocked=0
//@ all [-DCAS -DN=15] slow: verified executions=4096 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 12
#endif
#define MESSAGES 4
#define SIZE 128

#ifdef CAS
static atomic_int table[SIZE];

static bool take(int slot, int key) {
    int empty = 0;
    return atomic_compare_exchange_strong(&table[slot], &empty, key);
}
#else
static int table[SIZE];
static pthread_mutex_t mutex[SIZE];

static bool take(int slot, int key) {
    bool taken = false;
    pthread_mutex_lock(&mutex[slot]);
    if (table[slot] == 0) {
        table[slot] = key;
        taken = true;
    }
    pthread_mutex_unlock(&mutex[slot]);
    return taken;
}
#endif

static void *indexer(void *argument) {
    int thread = (int)(intptr_t)argument;
    for (int message = 1; message <= MESSAGES; message++) {
        int key = message * 11 + thread;
        int slot = (key * 7) % SIZE;
        while (!take(slot, key))
            slot = (slot + 1) % SIZE;
    }
    return NULL;
}

int main(void) {
    pthread_t thread[N];
    int stored = 0;

#ifndef CAS
    for (int slot = 0; slot < SIZE; slot++)
        pthread_mutex_init(&mutex[slot], NULL);
#endif
    for (intptr_t t = 0; t < N; t++)
        pthread_create(&thread[t], NULL, indexer, (void *)t);
    for (int t = 0; t < N; t++)
        pthread_join(thread[t], NULL);

    for (int slot = 0; slot < SIZE; slot++)
        stored += table[slot] != 0;
    assert(stored == N * MESSAGES);
    return 0;
}
