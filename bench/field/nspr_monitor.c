/* NSPR: a buffer of one place guarded by a PRMonitor, a producer and a consumer of ITEMS items. */
#include <assert.h>

#include <nspr.h>

#ifndef ITEMS
#define ITEMS 2
#endif

static PRMonitor *monitor;
static int place;

static void produce(void *unused)
{
    (void)unused;
    for (int i = 1; i <= ITEMS; i++) {
        PR_EnterMonitor(monitor);
        while (place)
            PR_Wait(monitor, PR_INTERVAL_NO_TIMEOUT);
        place = i;
        PR_Notify(monitor);
        PR_ExitMonitor(monitor);
    }
}

int main(void)
{
    PR_Init(PR_USER_THREAD, PR_PRIORITY_NORMAL, 0);
    monitor = PR_NewMonitor();
    PRThread *thread = PR_CreateThread(PR_USER_THREAD, produce, NULL, PR_PRIORITY_NORMAL, PR_GLOBAL_THREAD, PR_JOINABLE_THREAD, 0);
    assert(monitor && thread);
    for (int i = 1; i <= ITEMS; i++) {
        PR_EnterMonitor(monitor);
        while (!place)
            PR_Wait(monitor, PR_INTERVAL_NO_TIMEOUT);
        assert(place == i);
        place = 0;
        PR_Notify(monitor);
        PR_ExitMonitor(monitor);
    }
    assert(PR_JoinThread(thread) == PR_SUCCESS);
    PR_DestroyMonitor(monitor);
    return 0;
}
