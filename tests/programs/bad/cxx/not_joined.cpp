// expect: bug terminate "std::terminate was called"
// An exception is thrown between the start of a thread and its join.
#include <stdexcept>
#include <thread>

static void use(bool fail)
{
    std::thread t([] {});
    if (fail)
        throw std::runtime_error("before the join");
    t.join();
} // BUG HERE

int main()
{
    try {
        use(false);
        use(true); // OR HERE
    } catch (const std::exception &) {
    }
}
