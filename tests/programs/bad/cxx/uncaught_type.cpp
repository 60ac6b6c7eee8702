// expect: bug terminate "uncaught exception of type app::error"
// options: --all
// findings: 1
// What is thrown is no std::exception, and crosses a handler for another type.
#include <thread>

namespace app {
struct error {
    int code;
};
} // namespace app

static void work()
{
    try {
        throw app::error{3}; // BUG HERE
    } catch (int) {
    }
}

int main()
{
    std::thread t(work);
    t.join();
}
