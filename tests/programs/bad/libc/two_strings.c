// expect: bug assertion "equal"
// options: --race=off
// options: --race=off --reduction=none
// options: --race=off --reduction=spor
// options: --race=off --reduction=dlspor
// options: --race=off --reduction=source-dpor
// Both strings are shared: what is compared is what they hold when both were read, in whichever order they are announced.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>

static char a[] = "aaa", b[] = "aaa";

static void *change(void *unused)
{
    a[1] = 'b';
    b[1] = 'b';
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    int equal = strcasecmp(a, b) == 0 || strspn(b, "a") == 3;
    assert(equal); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
