// expect: verified
// options: -std=c++20
// jthread joins by itself and asks its thread to stop; callbacks run where the stop is requested, or at once.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main()
{
    std::atomic<int> rounds{0}, called{0};
    {
        std::jthread worker([&](std::stop_token stop) {
            std::stop_callback callback(stop, [&] { called++; });
            while (!stop.stop_requested() && rounds < 1)
                rounds++;
        });
        std::stop_source source = worker.get_stop_source();
        assert(source.stop_possible());
        worker.request_stop();
        assert(source.stop_requested());
    }
    assert(called <= 1 && rounds <= 1);
    std::stop_source other;
    other.request_stop();
    std::stop_callback late(other.get_token(), [&] { called = 5; });
    assert(called == 5);
}
