// expect: refused "std::random_device of a source with that name is not supported"
#include <random>
#include <thread>

int main()
{
    std::thread t([] {});
    std::random_device source("dice");
    unsigned n = source();
    t.join();
    return n == 0 && n == 1;
}
