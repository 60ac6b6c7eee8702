/* cmocka.c - tests with cmocka. main takes the name of a case, so that each can be checked by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "account.h"

static void pay(void **state)
{
    (void)state;
    assert_int_equal(paid_by_two(account_pay), 20);
}

static void pay_in_two(void **state)
{
    (void)state;
    assert_int_equal(paid_by_two(account_pay_in_two), 20);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pay), cmocka_unit_test(pay_in_two)};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
