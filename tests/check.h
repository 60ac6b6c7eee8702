/* check.h - what a test program needs: named tests, checks that say what was wrong, an exit status.
 *
 *     static void sorts(void) { CHECK(a < b); CHECK_EQ(count, 3); }
 *     int main(void) { TEST(sorts); return check_status(); }
 *
 * Where it is compiled with sanitizers: leaks are looked for if CHECK_LEAKS is defined before it is included. The runtime allocates
 * nothing, and the tool never frees its texts. The search for leaks takes 4 s of each program on aarch64, where the sanitizer goes
 * through the whole address space: it is made where a test leaves more blocks, or fewer, than there were before.
 */
#ifndef MZ_TESTS_CHECK_H
#define MZ_TESTS_CHECK_H

#include <stddef.h>
#include <stdio.h>

static int check_failures, check_failed_tests;

#ifdef __SANITIZE_ADDRESS__
enum { CHECK_SANITIZED = 1 };
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
#ifdef CHECK_LEAKS
    return "leak_check_at_exit=0";
#else
    return "detect_leaks=0";
#endif
}
#else
enum { CHECK_SANITIZED = 0 };
#endif

#if defined __SANITIZE_ADDRESS__ && defined CHECK_LEAKS
int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *, size_t), void (*freed)(const volatile void *));
void __lsan_do_leak_check(void);

static long check_blocks; /* that are allocated */
static int check_may_leak;

static void check_allocated(const volatile void *block, size_t size)
{
    (void)block, (void)size;
    check_blocks++;
}

static void check_freed(const volatile void *block)
{
    check_blocks -= block != NULL;
}

__attribute__((constructor)) static void check_count_blocks(void)
{
    check_may_leak = !__sanitizer_install_malloc_and_free_hooks(check_allocated, check_freed);
}

#define CHECK_CALL(test)                                \
    do {                                                \
        long check_before = check_blocks;               \
        test();                                         \
        check_may_leak |= check_blocks != check_before; \
    } while (0)
#define CHECK_LEAKED() (check_may_leak ? __lsan_do_leak_check() : (void)0) /* tells, and ends the process */
#else
#define CHECK_CALL(test) test()
#define CHECK_LEAKED()   ((void)0)
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
    CHECK_CALL(test);
    check_failed_tests += check_failures != before;
    printf("%s %s\n", check_failures == before ? "ok" : "FAIL", name);
    fflush(stdout);
}
#define TEST(function) check_run(#function, function)

static inline int check_status(void)
{
    CHECK_LEAKED();
    return check_failed_tests != 0;
}

#endif
