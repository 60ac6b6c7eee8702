// expect: bug crash
// Shape: MySQL bug 3596 (thd->proc_info, Lu et al., ASPLOS 2008, figure 1): tested for NULL and used in a second read.
// only: -O0
#include <pthread.h>
#include <stddef.h>

static const char *proc_info = "busy";
static char first;

static void *show_processlist(void *unused)
{
    if (proc_info)
        first = proc_info[0]; // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, show_processlist, NULL);
    proc_info = NULL;
    pthread_join(t, NULL);
    return 0;
}
