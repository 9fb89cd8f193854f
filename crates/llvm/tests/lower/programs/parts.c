// Variables with parts of all kinds.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

typedef struct node {
    _Atomic(struct node *) next;
    int value;
    char tag[3];
} node_t;

node_t nodes[4];
static const volatile node_t *head;

union word {
    struct {
        uint32_t index, version;
    };
    _Atomic uint64_t raw;
} top;

struct flags {
    unsigned a : 3, b : 5;
    char plain;
    int : 0;
    int lone : 7;
} flags;

int grid[3][5];

_Thread_local struct {
    long x;
    struct {
        short y, z;
    } inner;
} mine;

struct guarded {
    long count;
    pthread_mutex_t lock;
    struct {
        atomic_int waiters;
    } ready;
} guarded;

struct tail {
    int n;
    int rest[];
} tail = {2, {1, 2}};

enum color { RED, GREEN } color;

int main(void) {
    static struct {
        int calls;
        _Atomic int hits[2];
    } stats;
    stats.calls++;
    stats.hits[1]++;
    nodes[1].value = 1;
    head = nodes;
    top.raw++;
    flags.b = 1;
    flags.lone = 2;
    grid[1][2] = 3;
    mine.inner.z = 1;
    pthread_mutex_lock(&guarded.lock);
    tail.rest[1]++;
    color = GREEN;
    return guarded.count;
}
