// expect: bug deadlock "waits in"
// options: -std=c++20
// A worker that fails forgets to count down.
#include <latch>
#include <stdexcept>
#include <thread>

int main()
{
    std::latch done(2);
    auto work = [&done](int n) {
        try {
            if (n == 0)
                throw std::runtime_error("failed");
            done.count_down();
        } catch (const std::exception &) {
        }
    };
    std::jthread a(work, 0), b(work, 1);
    done.wait();
}
