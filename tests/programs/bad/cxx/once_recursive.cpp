// expect: bug misuse "once on a flag whose routine thread 1 itself is running"
#include <mutex>
#include <thread>

std::once_flag flag;
int depth;

static void init()
{
    if (depth++ == 0)
        std::call_once(flag, init); // BUG HERE
}

int main()
{
    std::thread t([] { std::call_once(flag, init); });
    t.join();
}
