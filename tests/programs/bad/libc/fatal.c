// expect: bug any ""
// options: --all
// findings: 7
// native: endless
// Functions that end the program because something is wrong.
#include <mazurka.h>
#include <stdlib.h>

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) __attribute__((noreturn));
void __assert(const char *expression, const char *file, int line) __attribute__((noreturn));
void __assert_perror_fail(int number, const char *file, unsigned line, const char *function) __attribute__((noreturn));
void __fortify_fail(const char *message) __attribute__((noreturn));
void __stack_chk_fail(void) __attribute__((noreturn));
extern void __VERIFIER_error(void);

int main(void)
{
    switch (mz_choose(7)) {
    case 0: __assert_fail("a", "fatal.c", 1, "main");
    case 1: __assert("b", "fatal.c", 2);
    case 2: __assert_perror_fail(2, "fatal.c", 3, "main");
    case 3: __stack_chk_fail();
    case 4: abort();
    case 5: __VERIFIER_error(); break;
    default: mz_fail("c", "fatal.c", 4, "main");
    }
    return 0;
}
