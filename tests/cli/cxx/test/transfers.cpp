#include <cassert>
#include <functional>
#include <iostream>
#include <thread>

#include "bank/account.h"
#include "bank/version.h"

static void pay(bank::account &from, bank::account &to, int amount, bank::ledger &book)
{
    try {
        bank::account::transfer(from, to, amount, book);
    } catch (const bank::overdrawn &e) {
        std::cout << e.what() << '\n';
    }
}

int main(int argc, char **)
{
    bank::ledger book;
    bank::account alice("Alice", 1), bob("Bob", 0);
    const int amount = argc > 1 ? 1 : 0; /* with an argument both want what is there once */
    std::thread other(pay, std::ref(alice), std::ref(bob), amount, std::ref(book));
    pay(alice, bob, amount, book);
    other.join();
    std::cout << "bank " << BANK_VERSION << ": " << book.size() << " entries, " << book.checksum() << std::endl;
    assert(alice.balance() >= 0);
}
