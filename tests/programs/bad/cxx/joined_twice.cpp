// expect: bug terminate "uncaught exception _ZTSSt12system_error: Invalid argument"
#include <thread>

int main()
{
    std::thread t([] {});
    t.join();
    t.join(); // BUG HERE
}
