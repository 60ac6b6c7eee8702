// expect: verified
// options: -std=c++20
// only: -O0
// std::atomic<std::shared_ptr>: threads load, exchange and compare at once. libstdc++ lets its lock go with a memory order that orders
// nothing, which is no data race of the program's.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> current{std::make_shared<int>(1)};

static void add()
{
    std::shared_ptr<int> seen = current.load(), wanted;
    do
        wanted = std::make_shared<int>(*seen + 1);
    while (!current.compare_exchange_strong(seen, wanted, std::memory_order_acq_rel, std::memory_order_acquire));
}

int main()
{
    std::thread other(add);
    add();
    other.join();
    assert(*current.load() == 3);
}
