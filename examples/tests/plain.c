/* plain.c - a test without a framework: a program that ends with another status than 0, or fails an assertion. */
#include <assert.h>

#include "account.h"

int main(void)
{
    assert(paid_by_two(BUG ? account_pay_in_two : account_pay) == 20);
    return 0;
}
