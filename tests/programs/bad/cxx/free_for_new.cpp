// expect: bug memory "new"
// A block from new is given back by free.
#include <cstdlib>

int main()
{
    long *value = new long(3);
    std::free(value); // BUG HERE
}
