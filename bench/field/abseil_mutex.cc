/* Abseil: a place guarded by a Mutex, whose users wait for conditions (Await). */
#include <cassert>
#include <thread>

#include "absl/synchronization/mutex.h"

static absl::Mutex lock;
static int place;

static bool is_full(int *value)
{
    return *value != 0;
}

int main()
{
    std::thread thread([] {
        absl::MutexLock held(&lock);
        place = 1;
    });
    lock.Lock();
    lock.Await(absl::Condition(is_full, &place));
    assert(place == 1);
    lock.Unlock();
    thread.join();
    return 0;
}
