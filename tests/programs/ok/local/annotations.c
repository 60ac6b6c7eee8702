// expect: verified
// What programs tell ThreadSanitizer by hand does nothing, and is known to do nothing.
#include <pthread.h>

void AnnotateHappensAfter(const char *file, int line, const volatile void *object);
void AnnotateHappensBefore(const char *file, int line, const volatile void *object);
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
void AnnotateRWLockAcquired(const char *file, int line, const volatile void *object, long writer);
int RunningOnValgrind(void);
void __sanitizer_print_stack_trace(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *run(void *unused)
{
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    pthread_mutex_lock(&lock);
    AnnotateRWLockAcquired(__FILE__, __LINE__, &lock, 1);
    AnnotateHappensAfter(__FILE__, __LINE__, &shared);
    shared += 1 + RunningOnValgrind();
    AnnotateHappensBefore(__FILE__, __LINE__, &shared);
    pthread_mutex_unlock(&lock);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    if (shared != 2)
        __sanitizer_print_stack_trace();
    return shared != 2;
}
