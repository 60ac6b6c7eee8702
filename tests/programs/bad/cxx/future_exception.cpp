// expect: bug terminate "uncaught exception std::runtime_error: from the task"
// The exception of a task comes out of get(), in another thread.
#include <future>
#include <stdexcept>

static int task() { throw std::runtime_error("from the task"); }

int main()
{
    std::future<int> value = std::async(std::launch::async, task);
    return value.get(); // BUG HERE
}
