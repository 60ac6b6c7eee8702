// expect: verified
// errors: clock_getres clock_gettime clock_nanosleep nanosleep gettimeofday times timespec_get timegm timelocal mktime asctime
// errors: asctime_r ctime ctime_r time clock gmtime gmtime_r localtime localtime_r strftime usleep sleep thrd_sleep poll
// errors: select pselect timer_create timer_delete timer_getoverrun timer_gettime timer_settime
#include "functions.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* A run without Mazurka takes its time. */
static int is_about(time_t a, time_t b)
{
    return a - b <= 60 && b - a <= 60;
}

/* One that never runs, as libraries make it to learn which clocks there are. */
static void timers(void)
{
    timer_t first, second;
    struct itimerspec left = {{1, 2}, {3, 4}}, none = {{0, 0}, {0, 0}}, wrong = {{0, 0}, {0, 1000000000}};
    struct sigevent silent = {.sigev_notify = SIGEV_NONE}, odd = {.sigev_notify = 77}, no_signal = {.sigev_notify = SIGEV_SIGNAL};
    assert(timer_create(CLOCK_MONOTONIC, NULL, &first) == 0 && timer_create(CLOCK_REALTIME, &silent, &second) == 0 && first != second);
    point();
    assert(timer_gettime(first, &left) == 0 && left.it_value.tv_sec == 0 && left.it_interval.tv_nsec == 0);
    left.it_value.tv_sec = 7;
    assert(timer_settime(second, 0, &none, &left) == 0 && left.it_value.tv_sec == 0 && timer_getoverrun(first) == 0);
    assert(timer_settime(second, 0, &wrong, NULL) == -1 && errno == EINVAL && timer_settime(second, 0, NULL, NULL) == -1);
    assert(timer_delete(first) == 0 && timer_delete(second) == 0 && timer_delete(first) == -1 && errno == EINVAL);
    assert(timer_gettime(first, &left) == -1 && timer_getoverrun(first) == -1 && timer_settime(first, 0, &none, NULL) == -1);
    assert(timer_create(77, NULL, &first) == -1 && errno == EINVAL && timer_create(CLOCK_MONOTONIC, &odd, &first) == -1);
    assert(timer_create(CLOCK_MONOTONIC, &no_signal, &first) == -1 && errno == EINVAL);
    assert(timer_create(CLOCK_MONOTONIC_COARSE, NULL, &first) == -1 && errno == EOPNOTSUPP);
}

static void use(void)
{
    struct timespec now, resolution, again;
    struct timeval day;
    struct tms used;
    assert(clock_getres(CLOCK_MONOTONIC, &resolution) == 0 && clock_gettime(CLOCK_REALTIME, &now) == 0);
    assert(gettimeofday(&day, NULL) == 0 && is_about(time(NULL), now.tv_sec) && timespec_get(&again, TIME_UTC) == TIME_UTC);
    assert(is_about(day.tv_sec, now.tv_sec) && is_about(again.tv_sec, now.tv_sec));
    assert(times(&used) != (clock_t)-1 && clock() != (clock_t)-1);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, 5}, NULL) == 0 && nanosleep(&(struct timespec){0, 5}, NULL) == 0);
    assert(usleep(5) == 0 && sleep(1) == 0 && poll(NULL, 0, 5) == 0 && thrd_sleep(&(struct timespec){0, 5}, NULL) == 0);
    struct timeval left = {0, 5};
    assert(select(0, NULL, NULL, NULL, &left) == 0 && left.tv_usec == 0);
    assert(pselect(8, NULL, NULL, NULL, &(struct timespec){0, 5}, NULL) == 0);
    timers();
    point();
    struct tm date = {.tm_year = 100, .tm_mon = 1, .tm_mday = 29}, back;
    char text[64];
    time_t seconds = timegm(&date);
    assert(seconds == 951782400 && timelocal(&date) == seconds && mktime(&date) == seconds && date.tm_yday == 59);
    assert(strcmp(asctime(&date), "Tue Feb 29 00:00:00 2000\n") == 0 && strcmp(ctime_r(&seconds, text), asctime_r(&date, text)) == 0);
    assert(strcmp(ctime(&seconds), "Tue Feb 29 00:00:00 2000\n") == 0 && gmtime_r(&seconds, &back) == &back && back.tm_mday == 29);
    assert(localtime_r(&seconds, &back) && gmtime(&seconds)->tm_year == 100 && localtime(&seconds)->tm_mon == 1);
    assert(strftime(text, sizeof text, "%Y-%m-%d", &date) == 10 && strcmp(text, "2000-02-29") == 0);
}

static void errors(void)
{
    struct timespec t;
    struct tm date = {.tm_year = 100, .tm_mon = 13, .tm_mday = -1}, same = date, third = date; /* is put right */
    char text[64];
    time_t zero = 0;
    assert(clock_gettime(12345, &t) == -1 && errno == EINVAL && clock_getres(12345, NULL) == -1 && errno == EINVAL);
    assert(nanosleep(&(struct timespec){0, -1}, NULL) == -1 && errno == EINVAL);
    assert(clock_nanosleep(CLOCK_REALTIME, 0, &(struct timespec){0, 1000000000}, NULL) == EINVAL);
    struct timeval before = {-1, 0};
    assert(select(0, NULL, NULL, NULL, &before) == -1 && errno == EINVAL && before.tv_sec == -1);
    assert(pselect(-1, NULL, NULL, NULL, &(struct timespec){0, 0}, NULL) == -1 && errno == EINVAL);
    assert(timespec_get(&t, 99) == 0 && thrd_sleep(&(struct timespec){-1, 0}, NULL) < 0 && usleep(0) == 0 && sleep(0) == 0);
    assert(timegm(&date) == timelocal(&same) && mktime(&third) == timegm(&date) && date.tm_mon == 0 && date.tm_year == 101);
    assert(strftime(text, 3, "%Y", &date) == 0 && time(&zero) == zero && times(NULL) != (clock_t)-1 && clock() >= 0);
    assert(gettimeofday((struct timeval *)text, NULL) == 0 && asctime(&date) && asctime_r(&date, text));
    assert(ctime(&zero) && ctime_r(&zero, text));
    assert(gmtime(&zero) && gmtime_r(&zero, &date) && localtime(&zero) && localtime_r(&zero, &date));
}
