// expect: verified
// ends: 2
// A file is read in set-up and in threads, and a log is written by all: what goes there is captured and makes no states differ.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *settings, *log_file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char second[2][80];

static void *work(void *line)
{
    fprintf(log_file, "begin %p\n", line);
    pthread_mutex_lock(&lock);
    fgets(line, sizeof second[0], settings);
    pthread_mutex_unlock(&lock);
    flockfile(log_file);
    fputs(line, log_file);
    putc_unlocked('\n', log_file);
    funlockfile(log_file);
    fflush(log_file);
    return NULL;
}

int main(void)
{
    char first[80];
    pthread_t t;
    settings = fopen(__FILE__, "r");
    assert(fgets(first, sizeof first, settings) && strcmp(first, "// expect: verified\n") == 0 && getc_unlocked(settings) == '/');
    log_file = fopen("/dev/null", "w");
    fputs("begin\n", log_file);
    pthread_create(&t, NULL, work, second[0]);
    work(second[1]);
    pthread_join(t, NULL);
    assert(strcmp(second[0], "/ ends: 2\n") == 0 || strcmp(second[1], "/ ends: 2\n") == 0);
    fclose(settings);
    fclose(log_file);
    return 0;
}
