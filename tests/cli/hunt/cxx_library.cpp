// Futures, shared pointers and exceptions of the standard library, which order threads by atomics of its own. No mistake.
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

struct error {
    int number;
    explicit error(int n) : number(n) {}
    error(const error &other) : number(other.number) {}
    ~error() { number = 0; }
};

static const std::string &first()
{
    static const std::string text = "first " + std::to_string(42);
    return text;
}

static void expect(bool truth)
{
    if (!truth)
        std::abort();
}

/* The last of them destroys it. */
static void share_an_exception()
{
    std::vector<std::thread> threads;
    {
        std::exception_ptr e = std::make_exception_ptr(error(7));
        auto look = [](std::exception_ptr mine) {
            try {
                std::rethrow_exception(std::move(mine));
            } catch (const error &seen) {
                expect(seen.number == 7);
            }
        };
        for (int i = 0; i < 2; i++)
            threads.emplace_back(look, e);
    }
    for (std::thread &t : threads)
        t.join();
}

static void share_a_future()
{
    std::promise<std::shared_ptr<std::string>> p;
    std::shared_future<std::shared_ptr<std::string>> f = p.get_future().share();
    std::once_flag flag;
    int times = 0;
    auto look = [&, f] {
        expect(f.get()->size() == 50 && first().size() == 8);
        std::call_once(flag, [&] { times = 1; });
        expect(times == 1);
    };
    std::thread a(look), b(look);
    p.set_value(std::make_shared<std::string>(50, 'x'));
    a.join();
    b.join();
}

static void share_a_lock()
{
    std::shared_timed_mutex m;
    std::condition_variable_any c;
    std::string text;
    bool done = false;
    std::thread writer([&] {
        std::lock_guard<std::shared_timed_mutex> lock(m);
        text = "one";
        done = true;
        c.notify_all();
    });
    {
        std::shared_lock<std::shared_timed_mutex> lock(m);
        c.wait(lock, [&] { return done; });
        expect(text == "one");
    }
    writer.join();
}

int main()
{
    share_an_exception();
    share_a_future();
    share_a_lock();
    expect(std::async(std::launch::async, [] { return first(); }).get().size() == 8);
}
