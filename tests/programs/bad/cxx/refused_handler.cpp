// expect: refused "is supported only before the first thread or choice"
// The terminate handler is the library's own, and would not be put back.
#include <exception>
#include <thread>

int main()
{
    std::thread t([] { std::set_terminate(nullptr); }); // BUG HERE
    t.join();
}
