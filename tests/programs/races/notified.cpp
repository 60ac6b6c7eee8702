// expect: verified
// races: 1
// options: -std=c++20
// To notify is no release: who loads the value later is not ordered after it.
#include <atomic>
#include <thread>

static std::atomic<int> value, ready;
int data;

int main()
{
    std::thread first([] {
        data = 1; // RACE
        value.notify_one();
        ready.store(1, std::memory_order_relaxed);
    });
    std::thread second([] {
        if (ready.load(std::memory_order_relaxed) && value.load(std::memory_order_acquire) == 0)
            data = 2; // RACE
    });
    first.join();
    second.join();
}
