// expect: verified
// slow
// races: 0
// options: -std=c++20 --race-rule=graph
// options: -std=c++20 --race-rule=hb
// options: -std=c++20 --race-rule=clocks
// Who waits for a value is ordered after who has stored it.
#include <atomic>
#include <thread>

static std::atomic<int> value;
static int data;

int main()
{
    std::thread first([] {
        data = 1;
        value.store(1, std::memory_order_release);
        value.notify_one();
    });
    value.wait(0, std::memory_order_acquire);
    data = 2;
    first.join();
}
