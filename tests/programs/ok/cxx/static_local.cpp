// expect: verified
// Static variables in functions: initialized once, others wait; given up by an exception and tried again.
#include <cassert>
#include <stdexcept>
#include <string>
#include <thread>

static int built, tries;

struct config {
    std::string name;
    config() : name("the name of the configuration") { built++; }
};

static config &instance()
{
    static config c;
    return c;
}

static int flaky()
{
    static int value = [] {
        if (tries++ == 0)
            throw std::runtime_error("not yet");
        return 9;
    }();
    return value;
}

static void use()
{
    assert(instance().name.size() == 29);
    try {
        assert(flaky() == 9);
    } catch (const std::runtime_error &) {
    }
}

int main()
{
    std::thread t(use);
    use();
    t.join();
    assert(built == 1 && tries == 2);
}
