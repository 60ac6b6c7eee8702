// expect: bug terminate "uncaught exception std::system_error: Invalid argument"
#include <thread>

int main()
{
    std::thread t([] {});
    t.join();
    t.join(); // BUG HERE
}
