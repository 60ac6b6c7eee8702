// expect: refused "popen is supported only with --setup-writes=real"
// expect: refused "fork is supported only with --setup-writes=real"
// expect: refused "system is supported only before the first thread or choice"
// expect: refused "fork is supported only where nothing is shared with the process but files"
// expect: refused "vfork is supported only where nothing is shared with the process but files"
// expect: refused "fork is supported only where nothing is shared with the process but files"
// options: -DSETUP=popen("true","r")
// options: -DSETUP=fork()
// options: --setup-writes=real -DLATER=system("true")
// options: --setup-writes=real -DSETUP=(pipe(ends)+fork())
// options: --setup-writes=real -DSETUP=(mmap(NULL,4096,3,MAP_SHARED|MAP_ANONYMOUS,-1,0),vfork())
// options: --setup-writes=real -DSETUP=(signal(SIGCHLD,SIG_IGN),fork())
// Processes are started before the first thread, where set-up may write to the disk, and nothing of the model would have to be theirs, too.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef SETUP
#define SETUP 0
#endif
#ifndef LATER
#define LATER 0
#endif

int ends[2];

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
