// expect: verified
// options: -fopenmp
// only: gcc -O0
// C++: a container, a lambda and a reduction of the program's own.
#include <cassert>
#include <vector>

int main()
{
    std::vector<int> values(4, 2);
    auto twice = [](int x) { return 2 * x; };
    int product = 1;
#pragma omp parallel for reduction(* : product)
    for (std::size_t i = 0; i < values.size(); i++)
        product *= twice(values[i]);
    assert(product == 256);
    return 0;
}
