/* check.h - what a test program needs: named tests, checks that say what was wrong, an exit status.
 *
 *     static void sorts(void) { CHECK(a < b); CHECK_EQ(count, 3); }
 *     int main(void) { TEST(sorts); return check_status(); }
 */
#ifndef MZ_TESTS_CHECK_H
#define MZ_TESTS_CHECK_H

#include <stdio.h>

static int check_failures, check_failed_tests;

#define CHECK(condition)                                                             \
    do {                                                                             \
        if (!(condition)) {                                                          \
            printf("    %s:%d: not true: %s\n", __FILE__, __LINE__, #condition);     \
            check_failures++;                                                        \
        }                                                                            \
    } while (0)

#define CHECK_EQ(left, right)                                                                              \
    do {                                                                                                   \
        unsigned long long check_l = (unsigned long long)(left), check_r = (unsigned long long)(right);    \
        if (check_l != check_r) {                                                                          \
            printf("    %s:%d: %s is %llu, not %llu\n", __FILE__, __LINE__, #left, check_l, check_r);      \
            check_failures++;                                                                              \
        }                                                                                                  \
    } while (0)

static inline void check_run(const char *name, void (*test)(void))
{
    int before = check_failures;
    test();
    check_failed_tests += check_failures != before;
    printf("%s %s\n", check_failures == before ? "ok" : "FAIL", name);
    fflush(stdout);
}
#define TEST(function) check_run(#function, function)

static inline int check_status(void)
{
    return check_failed_tests != 0;
}

#endif
