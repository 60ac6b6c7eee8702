// expect: verified
// native: 134
// Dates in UTC, in threads: each call is one operation, and none takes a lock inside libc.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

static int stamps;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *stamp(void *unused)
{
    char text[64], line[26];
    struct tm date;
    time_t now = time(NULL);
    assert(localtime_r(&now, &date) == &date && date.tm_hour == 22 && date.tm_year == 123 && date.tm_wday == 2);
    assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %Z %a %s", &date) == 38);
    assert(strcmp(text, "2023-11-14 22:13:20 GMT Tue 1700000000") == 0);
    assert(strftime(text, 4, "%Y", &date) == 0 && strftime(text, 5, "%Y", &date) == 4);
    date.tm_mday += 30;
    assert(mktime(&date) == now + 30 * 86400 && date.tm_mon == 11 && date.tm_mday == 14);
    assert(strcmp(asctime_r(&date, line), "Thu Dec 14 22:13:20 2023\n") == 0);
    pthread_mutex_lock(&lock);
    stamps++;
    assert(strcmp(ctime(&now), "Tue Nov 14 22:13:20 2023\n") == 0 && gmtime(&now)->tm_mday == 14);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    time_t never = INT64_MAX;
    struct tm date;
    tzset();
    assert(timezone == 0 && localtime(&(time_t){0})->tm_year == 70);
    pthread_create(&t, NULL, stamp, NULL);
    stamp(NULL);
    pthread_join(t, NULL);
    assert(stamps == 2);
    assert(gmtime_r(&never, &date) == NULL && errno == EOVERFLOW);
    return 0;
}
