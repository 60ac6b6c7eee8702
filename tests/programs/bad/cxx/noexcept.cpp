// expect: bug terminate "uncaught exception std::logic_error: thrown"
// An exception wants to leave a noexcept function.
#include <stdexcept>
#include <thread>

static void fail() { throw std::logic_error("thrown"); } // BUG HERE

static void quiet() noexcept { fail(); }

int main()
{
    std::thread t([] {
        try {
            quiet();
        } catch (...) {
        }
    });
    t.join();
}
