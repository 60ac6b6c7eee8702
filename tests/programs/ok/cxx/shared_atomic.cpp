// expect: verified
// options: -std=c++17
// Atomic access to a shared pointer.
#include <cassert>
#include <memory>
#include <thread>

std::shared_ptr<int> current = std::make_shared<int>(1);

int main()
{
    std::thread writer([] { std::atomic_store(&current, std::make_shared<int>(2)); });
    std::shared_ptr<int> seen = std::atomic_load(&current);
    assert(*seen == 1 || *seen == 2);
    writer.join();
    assert(*std::atomic_load(&current) == 2);
}
