// expect: verified
// options: -std=c++20
#include <cassert>
#include <latch>
#include <thread>

int results[2];

int main()
{
    std::latch done(2);
    std::jthread a([&] {
        results[0] = 1;
        done.count_down();
    });
    std::jthread b([&] {
        results[1] = 2;
        done.arrive_and_wait();
        assert(results[0] == 1);
    });
    done.wait();
    assert(results[0] + results[1] == 3 && done.try_wait());
}
