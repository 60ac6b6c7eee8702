// expect: refused "opening a file of /proc that tells of a process (/proc/self/stat)"
// expect: refused "opening a file of /proc that tells of a process (/proc/thread-self/comm)"
// expect: refused "opening a file of /proc that tells of a process (/proc/self/task/1001/comm)"
// expect: refused "access of a process in /proc"
// expect: refused "reading from something other than a regular file"
// options: -DOPENS="/proc/self/stat"
// options: -DOPENS="/proc/thread-self/comm"
// options: -DOPENS="/proc/self/task/1001/comm"
// options: -DASKS
// options: -DBEFORE
// The kernel's process is that of the search, with one thread: what it says of threads is not what the program has.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int before;

static void *work(void *unused)
{
    char c;
#if defined(OPENS)
    open(OPENS, O_RDONLY);
#elif defined(ASKS)
    access("/proc/self/task/1001", F_OK);
#endif
    if (before > 0)
        assert(read(before, &c, 1) == 1);
    return unused;
}

int main(void)
{
    pthread_t t;
#ifdef BEFORE
    before = open("/proc/self/status", O_RDONLY);
#endif
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
