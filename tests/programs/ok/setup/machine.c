// expect: verified
// errors: getcpu getloadavg getpriority getrusage nice prctl sched_getcpu sched_getparam sched_getscheduler sched_setaffinity
// errors: sched_setparam sched_setscheduler setpriority sysinfo
// What a machine and a process tell of themselves would be different in every run.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>
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

/* Asked for, and granted. */
static void ask_for_standing(void)
{
    struct sched_param none;
    unsigned processor = 7, node = 7;
    char name[16];
    cpu_set_t set;
    assert(setpriority(PRIO_PROCESS, 0, 19) == 0 && getpriority(PRIO_PROCESS, 0) >= 0 && nice(1) >= 0);
    assert(sched_getparam(0, &none) == 0 && none.sched_priority == 0 && sched_setparam(0, &none) == 0);
    assert(sched_getscheduler(0) == SCHED_OTHER && sched_setscheduler(0, SCHED_OTHER, &none) == 0);
    assert(setpriority(9, 0, 0) == -1 && errno == EINVAL && getpriority(9, 0) == -1);
    assert(sched_setscheduler(0, 99, &none) == -1 && errno == EINVAL && sched_setparam(0, NULL) == -1 && sched_getparam(0, NULL) == -1);
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    assert(sched_setaffinity(0, sizeof set, &set) == 0 && sched_getcpu() >= 0);
    assert(getcpu(&processor, &node) == 0 && getcpu(NULL, NULL) == 0);
    assert(prctl(PR_SET_NAME, "worker") == 0 && prctl(PR_GET_NAME, name) == 0);
    assert(prctl(PR_SET_PDEATHSIG, 0) == 0 && prctl(PR_SET_DUMPABLE, 1) == 0);
}

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
    ask_for_standing();
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
