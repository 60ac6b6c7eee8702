#include "bank/ledger.h"

namespace bank {

void ledger::add(const std::string &entry)
{
    std::lock_guard guard(lock_);
    entries_.push_back(entry);
}

std::size_t ledger::size() const
{
    std::lock_guard guard(lock_);
    return entries_.size();
}

unsigned ledger::checksum() const
{
    std::lock_guard guard(lock_);
    unsigned sum = 0;
    for (const auto &entry : entries_)
        sum ^= bank_checksum(entry.c_str());
    return sum;
}

} // namespace bank
