/* account.h - accounts and transfers between them. */
#pragma once
#include <mutex>
#include <stdexcept>
#include <string>

#include "bank/ledger.h"

namespace bank {

class overdrawn : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class account {
  public:
    account(std::string owner, int balance) : owner_(std::move(owner)), balance_(balance) {}
    virtual ~account() = default;
    int balance() const;
    virtual void withdraw(int amount);
    void deposit(int amount);

    static void transfer(account &from, account &to, int amount, ledger &book);

  private:
    const std::string owner_;
    mutable std::mutex lock_;
    int balance_;
};

} // namespace bank
