// expect: verified
// options: --race=report
// options: --race=error
// Standard streams may be used by several threads at once: numbers too, which change the width and may need to know what fills it.
#include <iostream>
#include <thread>

int main()
{
    std::thread other([] { std::cout << "a" << 1 << 'c' << std::endl; });
    std::cout << "b" << 2 << '\n';
    other.join();
    std::thread another([] { std::cerr << 3 << "\n"; });
    std::cerr << 4 << std::flush;
    another.join();
}
