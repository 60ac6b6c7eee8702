// expect: bug assertion "date->tm_year == 70"
// localtime returns the same object to everybody.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static void *later(void *unused)
{
    time_t now = time(NULL);
    localtime(&now);
    return unused;
}

int main(void)
{
    pthread_t t;
    time_t first = 0;
    pthread_create(&t, NULL, later, NULL);
    struct tm *date = localtime(&first);
    assert(date->tm_year == 70); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
