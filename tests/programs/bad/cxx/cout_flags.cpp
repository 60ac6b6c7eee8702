// expect: bug race "std::cout"
// options: --race=error
// Functions for output may be called by several threads at once. What else changes the stream may not.
#include <iostream>
#include <thread>

int main()
{
    std::thread other([] { std::cout << std::hex; });
    std::cout << std::dec;
    other.join();
}
