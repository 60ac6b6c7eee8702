// expect: bug deadlock "waits in"
// options: -std=c++20
// Two wait, one is told.
#include <atomic>
#include <thread>

std::atomic<bool> open;

int main()
{
    std::jthread a([] { open.wait(false); }), b([] { open.wait(false); });
    open = true;
    open.notify_one();
}
