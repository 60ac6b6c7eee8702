// expect: verified
// errors: getloadavg getrusage sysinfo
// What a machine and a process tell of themselves would be different in every run.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static struct {
    struct rusage   usage;
    struct sysinfo  machine;
    double          loads[3];
    struct timespec now;
    struct timeval  then;
    struct tms      times;
    clock_t         clock, ticks;
    pid_t           number, parent, thread;
} known[2];

static void *ask(void *to)
{
    int i = to != NULL;
    assert(getrusage(RUSAGE_SELF, &known[i].usage) == 0 && getrusage(12345, &known[i].usage) == -1);
    assert(sysinfo(&known[i].machine) == 0 && known[i].machine.totalram >= known[i].machine.freeram);
    assert(getloadavg(known[i].loads, 7) == 3 && getloadavg(known[i].loads, 0) == 0);
    clock_gettime(CLOCK_MONOTONIC, &known[i].now);
    gettimeofday(&known[i].then, NULL);
    known[i].ticks = times(&known[i].times);
    known[i].clock = clock();
    known[i].number = getpid();
    known[i].parent = getppid();
    known[i].thread = gettid();
    return NULL;
}

int main(void)
{
    pthread_t t;
    ask(NULL);
    pthread_create(&t, NULL, ask, &t);
    pthread_join(t, NULL);
    assert(known[0].number == known[1].number && known[0].thread != known[1].thread);
    return 0;
}
