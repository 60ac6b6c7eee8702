// expect: refused "is not supported"
#include <random>
#include <thread>

int main()
{
    std::thread t([] {});
    std::random_device source;
    unsigned n = source();
    t.join();
    return n == 0 && n == 1;
}
