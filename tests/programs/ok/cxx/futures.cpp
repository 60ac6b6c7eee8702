// expect: verified
// promise, future, packaged_task, async, shared_future; values, exceptions, a broken promise.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main()
{
    std::promise<std::string> promise;
    std::future<std::string> answer = promise.get_future();
    std::thread t([&promise] { promise.set_value("forty-two, in a string of some length"); });
    assert(answer.get().size() == 37);
    t.join();

    std::packaged_task<int(int)> task([](int n) { return n > 0 ? n * 2 : throw std::runtime_error("negative"); });
    std::future<int> doubled = task.get_future();
    std::thread worker(std::move(task), -1);
    try {
        doubled.get();
        assert(false);
    } catch (const std::runtime_error &e) {
        assert(std::string(e.what()) == "negative");
    }
    worker.join();

    auto eager = std::async(std::launch::async, [] { return 1; });
    auto lazy = std::async(std::launch::deferred, [] { return 2; });
    assert(eager.get() + lazy.get() == 3);

    std::future<void> orphan;
    {
        std::promise<void> broken;
        orphan = broken.get_future();
    }
    try {
        orphan.get();
        assert(false);
    } catch (const std::future_error &e) {
        assert(e.code() == std::future_errc::broken_promise);
    }
}
