// expect: verified
// Exceptions inside others, shared with another thread; failures of streams.
#include <cassert>
#include <exception>
#include <ios>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

static std::exception_ptr shared;
static std::mutex lock;

static void outer()
{
    try {
        throw std::runtime_error("inner");
    } catch (...) {
        std::throw_with_nested(std::logic_error("outer"));
    }
}

static std::string told(const std::exception &e)
{
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        return e.what() + std::string(" ") + inner.what();
    }
    return e.what();
}

static void look()
{
    std::exception_ptr mine;
    {
        std::lock_guard<std::mutex> guard(lock);
        mine = shared;
    }
    try {
        std::rethrow_exception(mine);
    } catch (const std::logic_error &e) {
        assert(told(e) == "outer inner");
    }
}

static void fail()
{
    std::istringstream in("x");
    int n;
    in.exceptions(std::ios::failbit);
    try {
        in >> n;
        assert(0);
    } catch (const std::ios_base::failure &e) {
        assert(e.code() == std::io_errc::stream && e.code() != std::errc::timed_out);
        assert(std::string(e.what()).find("iostream error") != std::string::npos);
    }
    try {
        std::shared_ptr<int> nothing{std::weak_ptr<int>()};
        assert(0);
    } catch (const std::bad_weak_ptr &e) {
        assert(e.what() == std::string("bad_weak_ptr"));
    }
}

int main()
{
    try {
        outer();
    } catch (...) {
        shared = std::current_exception();
    }
    std::thread other([] {
        look();
        fail();
    });
    look();
    other.join();
    shared = nullptr;
}
