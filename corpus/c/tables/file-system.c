//@ about: filesystem(N): N threads each look after one inode and, as it has no block yet, allocate one;
//@   inodes and blocks have a mutex each. From Flanagan and Godefroid, Dynamic Partial-Order
//@   Reduction for Model Checking Software (POPL 2005); Table 2 of Abdulla, Atig, Jonsson, Ngo
//@   (OOPSLA 2018) has 8, 64, 512 and 4096 executions for N = 16, 19, 22, 25.
//@ why: Thread t has inode t (N <= 32), so nobody else locks it. It begins at block 2t mod 26: threads
//@   t and t + 13 at the same one, no third for N <= 26. The second of the two finds it taken
//@   and moves on to the odd block behind, which nobody else looks at. So N - 13 pairs, one binary
//@   choice each, of the order of two critical sections: 2^(N-13) for 13 <= N <= 26. Everything is
//@   protected by mutexes, so in all models, and each lock reads from the unlock before, so under both
//@   equivalences.
//@ all: verified executions=2
//@ all [-DN=13]: verified executions=1
//@ all [-DN=16]: verified executions=8
//@ all [-DN=19]: verified executions=64
//@ all [-DN=20]: verified executions=128
//@ all [-DN=22] slow: verified executions=512
//@ ra rf [-DN=16]: verified executions=8
//@ ra rf [-DN=19]: verified executions=64
//@ ra rf [-DN=20]: verified executions=128
//@ ra rf [-DN=22] slow: verified executions=512
//@ all [-DN=25] slow: verified executions=4096
//@ ra rf [-DN=25] slow: verified executions=4096

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 14
#endif
#define BLOCKS 26
#define INODES 32

static pthread_mutex_t inode_mutex[INODES], block_mutex[BLOCKS];
static int inode[INODES]; // block + 1, or 0 if there is none yet
static bool busy[BLOCKS];

static int allocate(int block) {
    for (;;) {
        pthread_mutex_lock(&block_mutex[block]);
        if (!busy[block]) {
            busy[block] = true;
            pthread_mutex_unlock(&block_mutex[block]);
            return block;
        }
        pthread_mutex_unlock(&block_mutex[block]);
        block = (block + 1) % BLOCKS;
    }
}

static void *worker(void *argument) {
    int i = (int)(intptr_t)argument % INODES;
    pthread_mutex_lock(&inode_mutex[i]);
    if (inode[i] == 0)
        inode[i] = allocate((i * 2) % BLOCKS) + 1;
    pthread_mutex_unlock(&inode_mutex[i]);
    return NULL;
}

int main(void) {
    pthread_t thread[N];
    int allocated = 0;

    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&inode_mutex[i], NULL);
    for (int b = 0; b < BLOCKS; b++)
        pthread_mutex_init(&block_mutex[b], NULL);

    for (intptr_t t = 0; t < N; t++)
        pthread_create(&thread[t], NULL, worker, (void *)t);
    for (int t = 0; t < N; t++)
        pthread_join(thread[t], NULL);

    // No two inodes share a block.
    for (int b = 0; b < BLOCKS; b++)
        allocated += busy[b];
    assert(allocated == N);
    return 0;
}
