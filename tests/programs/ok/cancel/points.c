// expect: verified
// Which functions are cancellation points, as glibc 2.36 has them (this program says the same by itself). Functions of stdio may be.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int fd, nowhere;
static FILE *in, *out;
static char bytes[64];
static sem_t sem;
static pthread_mutex_t lock;
static const struct timespec moment = {0, 1000};

static void do_open(void) { open(__FILE__, O_RDONLY); }
static void do_openat(void) { openat(AT_FDCWD, __FILE__, O_RDONLY); }
static void do_read(void) { assert(read(fd, bytes, 1) >= 0); }
static void do_pread(void) { assert(pread(fd, bytes, 1, 0) >= 0); }
static void do_close(void) { close(fd); }
static void do_write(void) { assert(write(nowhere, "a", 1) >= 0); }
static void do_fsync(void) { fsync(nowhere); }
static void do_dprintf(void) { dprintf(nowhere, "a"); }
static void do_fopen(void) { fopen(__FILE__, "r"); }
static void do_nanosleep(void) { nanosleep(&moment, NULL); }
static void do_usleep(void) { usleep(1); }
static void do_poll(void) { poll(NULL, 0, 1); }
static void do_sem_wait(void) { sem_wait(&sem); }

static void do_fgetc(void) { fgetc(in); }
static void do_fgets(void) { assert(fgets(bytes, sizeof bytes, in)); }
static void do_fread(void) { assert(fread(bytes, 1, 3, in) == 3); }
static void do_fscanf(void) { assert(fscanf(in, "%60s", bytes) == 1); }
static void do_fseek(void) { fseek(in, 10, SEEK_SET); }
static void do_fputs(void) { fputs("a", out); }
static void do_fflush(void) { fflush(out); }
static void do_fclose(void) { fclose(out); }

static void do_lseek(void) { lseek(fd, 0, SEEK_SET); }
static void do_ftell(void) { ftell(in); }
static void do_feof(void) { feof(in); }
static void do_fclose_read(void) { fclose(in); }
static void do_fflush_read(void) { fflush(in); }
static void do_sem_post(void) { sem_post(&sem); }
static void do_lock(void) { pthread_mutex_lock(&lock), pthread_mutex_unlock(&lock); }
static void do_yield(void) { sched_yield(); }
static void do_malloc(void) { free(malloc(1)); }
static void do_time(void) { time(NULL); }

enum answer { YES, MAYBE, NO };
static const struct {
    void (*call)(void);
    enum answer answer;
} calls[] = {
    {do_open, YES}, {do_openat, YES}, {do_read, YES}, {do_pread, YES}, {do_close, YES}, {do_write, YES}, {do_fsync, YES},
    {do_dprintf, YES}, {do_fopen, YES}, {do_nanosleep, YES}, {do_usleep, YES}, {do_poll, YES}, {do_sem_wait, YES},
    {do_fgetc, MAYBE}, {do_fgets, MAYBE}, {do_fread, MAYBE}, {do_fscanf, MAYBE}, {do_fseek, MAYBE}, {do_fputs, MAYBE},
    {do_fflush, MAYBE}, {do_fclose, MAYBE}, {do_lseek, NO}, {do_ftell, NO}, {do_feof, NO}, {do_fclose_read, NO},
    {do_fflush_read, NO}, {do_sem_post, NO}, {do_lock, NO}, {do_yield, NO}, {do_malloc, NO}, {do_time, NO},
};

static void *run(void *which)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_cancel(pthread_self());
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    calls[*(unsigned *)which].call();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    return NULL;
}

int main(void)
{
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
        pthread_t t;
        void *result;
        fd = open(__FILE__, O_RDONLY);
        nowhere = open("/dev/null", O_WRONLY);
        in = fopen(__FILE__, "r");
        out = fopen("/dev/null", "w");
        assert(fd >= 0 && nowhere >= 0 && in && out);
        sem_init(&sem, 0, 1);
        pthread_mutex_init(&lock, NULL);
        pthread_create(&t, NULL, run, &i);
        pthread_join(t, &result);
        assert(calls[i].answer == MAYBE || (result == PTHREAD_CANCELED) == (calls[i].answer == YES));
        sem_destroy(&sem);
        pthread_mutex_destroy(&lock);
    }
    _exit(0); /* glibc cannot flush its streams any more after fopen was cancelled */
}
