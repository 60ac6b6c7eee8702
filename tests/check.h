/* check.h - what a test program needs: named tests, checks that say what was wrong, an exit status.
 *
 *     static void sorts(void) { CHECK(a < b); CHECK_EQ(count, 3); }
 *     int main(void) { TEST(sorts); return check_status(); }
 *
 * Where it is compiled with sanitizers: leaks are looked for if CHECK_LEAKS is defined before it is included. The runtime allocates
 * nothing, the tool never frees its texts, and the search for leaks takes 4 s of each program on aarch64, where the sanitizer goes
 * through the whole address space.
 */
#ifndef MZ_TESTS_CHECK_H
#define MZ_TESTS_CHECK_H

#include <stdio.h>

static int check_failures, check_failed_tests;

#ifdef __SANITIZE_ADDRESS__
enum { CHECK_SANITIZED = 1 };
#ifndef CHECK_LEAKS
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}
#endif
#else
enum { CHECK_SANITIZED = 0 };
#endif

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
