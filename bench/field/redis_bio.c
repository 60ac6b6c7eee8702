/* Redis: its background threads free two blocks; who has submitted them waits until nothing is pending. Of the server no more is here. */
#include <assert.h>

#include "server.h"
#include "bio.h"

struct redisServer server;
static int freed;

void _serverLog(int level, const char *format, ...)
{
    (void)level, (void)format;
}
void _serverPanic(const char *file, int line, const char *format, ...)
{
    (void)file, (void)line, (void)format;
    abort();
}
void redisSetCpuAffinity(const char *list)
{
    (void)list;
}
void makeThreadKillable(void)
{
}

static void release(void *args[])
{
    freed++;
    zfree(args[0]);
}

int main(void)
{
    bioInit();
    for (int i = 0; i < 2; i++)
        bioCreateLazyFreeJob(release, 1, zmalloc(16));
    while (bioWaitStepOfType(BIO_LAZY_FREE))
        ;
    assert(bioPendingJobsOfType(BIO_LAZY_FREE) == 0 && freed == 2);
    return 0;
}
