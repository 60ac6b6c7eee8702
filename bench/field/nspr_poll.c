/* NSPR: PR_Poll on a pollable event that another thread sets. */
#include <assert.h>

#include <nspr.h>
#include <private/pprio.h>

static PRFileDesc *event;

static void set(void *unused)
{
    (void)unused;
    assert(PR_SetPollableEvent(event) == PR_SUCCESS);
}

int main(void)
{
    PR_Init(PR_USER_THREAD, PR_PRIORITY_NORMAL, 0);
    event = PR_NewPollableEvent();
    assert(event);
    PRThread *thread = PR_CreateThread(PR_USER_THREAD, set, NULL, PR_PRIORITY_NORMAL, PR_GLOBAL_THREAD, PR_JOINABLE_THREAD, 0);
    assert(thread);
    PRPollDesc what = {.fd = event, .in_flags = PR_POLL_READ};
    assert(PR_Poll(&what, 1, PR_INTERVAL_NO_TIMEOUT) == 1 && what.out_flags == PR_POLL_READ);
    assert(PR_WaitForPollableEvent(event) == PR_SUCCESS);
    assert(PR_JoinThread(thread) == PR_SUCCESS);
    assert(PR_DestroyPollableEvent(event) == PR_SUCCESS);
    return 0;
}
