// expect: verified
// wait_for of a future: ready or timeout, and afterwards the value.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main()
{
    std::promise<int> promise;
    std::shared_future<int> value = promise.get_future().share();
    std::thread t([&promise] { promise.set_value(5); });
    std::future_status status = value.wait_for(std::chrono::milliseconds(1));
    assert(status == std::future_status::ready || status == std::future_status::timeout);
    assert(value.get() == 5);
    t.join();
    assert(value.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
}
