// expect: bug terminate "uncaught exception std::runtime_error: no room for 2"
// The second thread throws, and nobody catches.
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

std::atomic<int> used;

static void take()
{
    int mine = ++used;
    if (mine > 1)
        throw std::runtime_error("no room for " + std::to_string(mine)); // BUG HERE
}

int main()
{
    std::thread a(take), b(take);
    a.join();
    b.join();
}
