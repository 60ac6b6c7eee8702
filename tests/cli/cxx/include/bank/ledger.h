/* ledger.h - what has happened, in order. */
#pragma once
#include <mutex>
#include <string>
#include <vector>

extern "C" unsigned bank_checksum(const char *text);

namespace bank {

class ledger {
  public:
    void add(const std::string &entry);
    std::size_t size() const;
    unsigned checksum() const;

  private:
    mutable std::mutex lock_;
    std::vector<std::string> entries_;
};

} // namespace bank
