// expect: bug assertion "created == 1"
// A singleton without a guard: two threads may both find that there is none.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> created;
std::shared_ptr<int> single;

static std::shared_ptr<int> get()
{
    std::shared_ptr<int> found = std::atomic_load(&single);
    if (!found) {
        created++;
        found = std::make_shared<int>(1);
        std::atomic_store(&single, found);
    }
    return found;
}

int main()
{
    std::thread t([] { get(); });
    get();
    t.join();
    assert(created == 1); // BUG HERE
}
