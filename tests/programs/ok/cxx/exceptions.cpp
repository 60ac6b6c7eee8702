// expect: verified
// Exceptions in threads: thrown, caught, rethrown, with destructors on the way that take locks, and one inside of a handler.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

std::mutex lock;
int unwound, caught;

struct witness {
    ~witness()
    {
        std::lock_guard<std::mutex> guard(lock);
        unwound++;
    }
};

static void fail(int n)
{
    witness w;
    if (n > 0)
        throw std::out_of_range("number " + std::to_string(n));
}

static void rethrow(int n)
{
    try {
        fail(n);
    } catch (const std::logic_error &e) {
        assert(e.what() == "number " + std::to_string(n));
        try {
            throw n;
        } catch (int other) {
            assert(other == n && std::uncaught_exceptions() == 0);
        }
        throw;
    }
}

static void run(int n)
{
    try {
        rethrow(n);
        assert(n == 0);
    } catch (std::exception &e) {
        std::lock_guard<std::mutex> guard(lock);
        caught += e.what()[7] - '0';
    }
}

int main()
{
    std::thread a(run, 1), b(run, 2);
    a.join();
    b.join();
    run(0);
    assert(unwound == 3 && caught == 3);
}
