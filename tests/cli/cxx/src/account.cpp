#include "bank/account.h"

namespace bank {

int account::balance() const
{
    std::lock_guard guard(lock_);
    return balance_;
}

void account::withdraw(int amount)
{
    if (balance() < amount) /* and then it may be gone */
        throw overdrawn(owner_ + " has too little");
    std::lock_guard guard(lock_);
    balance_ -= amount;
}

void account::deposit(int amount)
{
    std::lock_guard guard(lock_);
    balance_ += amount;
}

void account::transfer(account &from, account &to, int amount, ledger &book)
{
    from.withdraw(amount);
    to.deposit(amount);
    book.add(from.owner_ + " to " + to.owner_);
}

} // namespace bank
