/* Abseil: two threads initialize one thing by call_once: it is made once, and both see it made. */
#include <cassert>
#include <thread>

#include "absl/base/call_once.h"

static absl::once_flag once;
static int made;

static void use()
{
    absl::call_once(once, [] { made++; });
    assert(made == 1);
}

int main()
{
    std::thread thread(use);
    use();
    thread.join();
    return 0;
}
