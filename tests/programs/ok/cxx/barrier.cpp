// expect: verified
// options: -std=c++20
// A barrier with a completion function, used twice.
#include <barrier>
#include <cassert>
#include <thread>

int parts[2], sums[2], phase;

int main()
{
    auto add = []() noexcept {
        sums[phase++] = parts[0] + parts[1];
    };
    std::barrier together(2, add);
    auto work = [&](int me) {
        for (int i = 0; i < 2; i++) {
            parts[me] += me + 1;
            together.arrive_and_wait();
        }
    };
    std::jthread other(work, 1);
    work(0);
    other.join();
    assert(sums[0] == 3 && sums[1] == 6);
}
