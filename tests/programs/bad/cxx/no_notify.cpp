// expect: bug deadlock "waits in"
// options: -std=c++20
// A value is changed, but the thread that waits for it is not told.
#include <atomic>
#include <thread>

std::atomic<int> state;

int main()
{
    std::thread t([] { state.wait(0); });
    state = 1;
    t.join();
}
