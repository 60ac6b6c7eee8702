// expect: refused "popen is supported only with --setup-writes=real"
// expect: refused "fork is supported only with --setup-writes=real"
// expect: refused "system is supported only before the first thread or choice"
// options: -DSETUP=popen("true","r")
// options: -DSETUP=fork()
// options: --setup-writes=real -DLATER=system("true")
// Processes are started before the first thread, where set-up may write to the disk.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef SETUP
#define SETUP 0
#endif
#ifndef LATER
#define LATER 0
#endif

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    (void)(SETUP);
    pthread_create(&t, NULL, work, NULL);
    (void)!(LATER);
    pthread_join(t, NULL);
    return 0;
}
