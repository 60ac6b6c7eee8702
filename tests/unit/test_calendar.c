/* test_calendar.c - dates and their text, against libc's own. */
#include "base/calendar.c"
#include "base/rng.c"

#include <stdio.h>
#include <stdlib.h>

#include "../check.h"

static struct rng rng;

static int64_t some_second(void)
{
    int64_t wide = (int64_t)rng_next(&rng);
    static const int shifts[] = {8, 16, 24, 30, 33};
    return wide >> shifts[rng_next(&rng) % 5];
}

static void dates(void)
{
    for (int i = 0; i < 200000; i++) {
        time_t second = some_second();
        struct tm ours, theirs;
        bool fits = calendar_date(second, &ours);
        CHECK(fits == (gmtime_r(&second, &theirs) != NULL));
        if (!fits)
            continue;
        CHECK(ours.tm_year == theirs.tm_year && ours.tm_yday == theirs.tm_yday && ours.tm_mon == theirs.tm_mon);
        CHECK(ours.tm_mday == theirs.tm_mday && ours.tm_wday == theirs.tm_wday && ours.tm_hour == theirs.tm_hour);
        CHECK(ours.tm_min == theirs.tm_min && ours.tm_sec == theirs.tm_sec && ours.tm_isdst == theirs.tm_isdst);
        CHECK_EQ(calendar_seconds(&ours), second);
    }
}

static void fields_out_of_range(void)
{
    for (int i = 0; i < 100000; i++) {
        struct tm date = {.tm_sec = (int)some_second() / 1000, .tm_min = (int)some_second() / 1000, .tm_hour = (int)some_second() / 1000,
                          .tm_mday = (int)some_second() / 1000, .tm_mon = (int)some_second() / 1000, .tm_year = (int)some_second() / 1000};
        struct tm copy = date;
        CHECK_EQ(calendar_seconds(&date), timegm(&copy));
    }
}

static void text(void)
{
    static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
    static const char *const flags[] = {"", "", "", "_", "-", "0", "^"};
    for (int i = 0; i < 100000; i++) {
        time_t second = llabs(some_second() % 100000000000);
        struct tm date;
        CHECK(calendar_date(second, &date));
        char format[64], ours[256] = "", theirs[256] = "";
        snprintf(format, sizeof format, "<%%%s%c>", flags[rng_next(&rng) % 7], letters[rng_next(&rng) % (sizeof letters - 1)]);
        CHECK(calendar_knows(format));
        size_t a = calendar_format(ours, sizeof ours, format, &date), b = strftime(theirs, sizeof theirs, format, &date);
        if (a != b || strcmp(ours, theirs) != 0)
            printf("    %ld with %s: '%s', libc '%s'\n", (long)second, format, ours, theirs);
        CHECK(a == b && strcmp(ours, theirs) == 0);
        CHECK_EQ(calendar_format(NULL, 0, format, &date), a);
        CHECK_EQ(calendar_format(ours, a, format, &date), 0);
    }
}

static void unknown_formats(void)
{
    CHECK(!calendar_knows("%5d") && !calendar_knows("%Ey") && !calendar_knows("a%Od") && !calendar_knows("%#Z"));
    CHECK(!calendar_knows("100%") && !calendar_knows("%q") && calendar_knows("") && calendar_knows("%%5d"));
}

int main(void)
{
    setenv("TZ", "GMT0", 1);
    tzset();
    rng_seed(&rng, 1);
    TEST(dates);
    TEST(fields_out_of_range);
    TEST(text);
    TEST(unknown_formats);
    return check_status();
}
