// googletest.cpp - tests with GoogleTest.
#include <gtest/gtest.h>

#include "account.h"

TEST(Account, Pay) { EXPECT_EQ(paid_by_two(account_pay), 20); }
TEST(Account, PayInTwo) { EXPECT_EQ(paid_by_two(account_pay_in_two), 20); }
