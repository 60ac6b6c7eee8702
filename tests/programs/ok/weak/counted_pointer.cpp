// expect: verified
// options: --memory-model=c11
// std::atomic, and the counts of std::shared_ptr.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<bool> ready;

int main()
{
    std::shared_ptr<int> value;
    std::thread reader([&] {
        while (!ready.load(std::memory_order_acquire))
            ;
        std::shared_ptr<int> own = value;
        assert(*own == 7);
    });
    value = std::make_shared<int>(7);
    ready.store(true, std::memory_order_release);
    reader.join();
    assert(value.use_count() == 1);
}
