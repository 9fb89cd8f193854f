//@ about: account (after SV-COMP's account and bank programs): a deposit, a withdrawal and an audit of
//@   a bank account. BROKEN reads the balance in one critical section and writes it in another.
//@ why: Three critical sections: 3! orders. BROKEN has five (deposit and withdrawal two each), no
//@   race, and loses an update where one reads between the halves of the other. Mutexes mean the
//@   same in all models.
//@ all: verified executions=6
//@ all [-DBROKEN]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define START 100
#define DEPOSIT 50
#define WITHDRAWAL 30

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = START;

static void *transfer(void *argument) {
    int amount = (int)(intptr_t)argument;
    pthread_mutex_lock(&mutex);
    int before = balance;
#ifdef BROKEN
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
    balance = before + amount;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *audit(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    int seen = balance;
    pthread_mutex_unlock(&mutex);
    assert(START - WITHDRAWAL <= seen && seen <= START + DEPOSIT);
    return NULL;
}

int main(void) {
    pthread_t deposit, withdraw, check;

    pthread_create(&deposit, NULL, transfer, (void *)(intptr_t)DEPOSIT);
    pthread_create(&withdraw, NULL, transfer, (void *)(intptr_t)-WITHDRAWAL);
    pthread_create(&check, NULL, audit, NULL);
    pthread_join(deposit, NULL);
    pthread_join(withdraw, NULL);
    pthread_join(check, NULL);

    assert(balance == START + DEPOSIT - WITHDRAWAL);
    return 0;
}
