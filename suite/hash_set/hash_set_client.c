/* Threads on two synchronized hash sets. */
#include "set_client.h"

#ifndef THREADS
#define THREADS 199
#endif
#ifndef FIRST
#define FIRST 0
#endif

int main(void)
{
    set_client_run(THREADS, FIRST);
    return 0;
}
