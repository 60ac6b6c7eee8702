#include <exception>

#include "../between.h"

static void wrong()
{
    std::terminate();
}

int main()
{
    return both(wrong, nothing);
}
