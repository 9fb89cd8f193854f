/* Thread-specific data as thread ends see it. */

#ifndef PORF_KEY_H
#define PORF_KEY_H

/* Calls the destructors of what the calling thread has left in its keys. */
static void run_key_destructors(void);

#endif
