// The program behind the seeds. Each was made by
//   clang-N -S -emit-llvm -g -fno-ident -fdebug-compilation-dir=/source program.c -o clang-N.ll     (O0)
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
    char tag[3];
};
struct __attribute__((packed)) packed { char c; double d; };
struct pair { long first, second; };
struct large { long words[20]; };

_Atomic int counter;
static _Thread_local int mine = 5;
static struct node ring = {1, &ring, "ab"};
const char *const names[] = {"a", "b\n\"\\"};
struct packed tight = {1, 0.1};
long distance = (long)&names[1];
extern int elsewhere;

static struct pair swap(struct pair p) { return (struct pair){p.second, p.first}; }
struct large change(struct large l, int k) { l.words[k] = k; return l; }

int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = 0;
    for (int i = 0; i < n; i++) total += va_arg(list, int);
    va_end(list);
    return total;
}

int choose(int x) {
    static void *const targets[] = {&&one, &&two};
    switch (x) {
    case 1: return 5;
    case -7: case 2: break;
    default: goto *targets[x & 1];
    }
one: return x < 0 ? -x : x << 2;
two: return (unsigned)x / 3 + x % 5;
}

float scale(double d, unsigned u) { return d > 1.5 ? (float)-d * u : 0.1f; }

static void *work(void *argument) {
    int expected = 0;
    while (!atomic_compare_exchange_weak_explicit(&counter, &expected, 1, memory_order_acq_rel, memory_order_relaxed))
        expected = 0;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_seq_cst);
    mine += atomic_fetch_add(&counter, 2);
    struct node *copy = malloc(sizeof *copy);
    *copy = ring;
    copy->next->value ^= elsewhere;
    __asm__ volatile("" ::: "memory");
    atomic_store_explicit(&counter, copy->tag[1], memory_order_release);
    free(copy);
    return argument;
}

int main(int argc, char **argv) {
    pthread_t thread;
    int room[argc];
    memset(room, 0, sizeof room);
    pthread_create(&thread, 0, work, argv[0]);
    pthread_join(thread, 0);
    struct large l = change((struct large){{0}}, 2);
    return sum(3, 1, 2, room[0]) + choose((int)swap((struct pair){1, 2}).first) + (int)l.words[2];
}
