/* values.c - functions that make values of values: dates, strings, numbers; and random ones. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sequence.h"

void one_of_times(void)
{
    char text[80] = "";
    struct tm date = {.tm_year = (int)below(200), .tm_mon = (int)below(30) - 9, .tm_mday = (int)below(60) - 9, .tm_hour = (int)below(50)};
    time_t t = (time_t)below(4000000) * 1000 - 900000000;
    switch (below(5)) {
    case 0: RECORD("timegm", timegm(&date)); break;
    case 1: RECORD("mktime", mktime(&date)); break;
    case 2: record_bytes("asctime", gmtime_r(&t, &date) && asctime_r(&date, text) ? (long)strlen(text) : 0, text); break;
    case 3: record_bytes("strftime", (long)strftime(text, sizeof text, "%Y-%j %A %b %H:%M:%S %U", gmtime_r(&t, &date)), text); break;
    default: RECORD("yday", localtime_r(&t, &date)->tm_yday);
    }
}

void one_of_strings(void)
{
    char text[32] = "", other[32] = "", *end = text;
    static const char letters[] = "0x1f e-+.7ab";
    for (unsigned i = 0, n = below(12); i < n; i++)
        text[i] = letters[below(sizeof letters - 1)];
    for (unsigned i = 0, n = below(4); i < n; i++)
        other[i] = letters[below(sizeof letters - 1)];
    switch (below(9)) {
    case 0: RECORD("strtol", strtol(text, &end, (int[]){0, 10, 16, 36}[below(4)])), RECORD("end", end - text); break;
    case 1: RECORD("strtod", strtod(text, &end) * 1000), RECORD("end", end - text); break;
    case 2: RECORD("strcmp", (strcmp(text, other) > 0) - (strcmp(text, other) < 0)); break;
    case 3: RECORD("strstr", strstr(text, other) ? strstr(text, other) - text : -2); break;
    case 4: RECORD("strspn", strspn(text, other) * 100 + strcspn(text, other)); break;
    case 5: record_bytes("snprintf", snprintf(text, sizeof text, "%-5s|%+d|%#x", other, (int)below(99) - 50, below(999)), text); break;
    case 6: RECORD("memchr", memchr(text, '1', 8) ? (char *)memchr(text, '1', 8) - text : -2); break;
    case 7: record_bytes("strncpy", (long)strlen(strncpy(text, other, below(8))), text); break;
    default: RECORD("strtok", strtok_r(text, "e1", &end) ? end - text : -2);
    }
}

void one_of_random(void)
{
    static unsigned seed = 3;
    switch (below(7)) {
    case 0: srand(below(1000)); break;
    case 1: srand48((long)below(1000)); break;
    case 2: RECORD("rand_r", rand_r(&seed)); break;
    case 3: RECORD("lrand48", lrand48()); break;
    case 4: RECORD("drand48", drand48() * 1000000); break;
    case 5: RECORD("random", random()); break;
    default: RECORD("rand", rand());
    }
}
