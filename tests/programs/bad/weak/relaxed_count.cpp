// expect: bug race "free"
// options: --memory-model=c11 --race=error
// The last one to leave frees the object: nothing orders that behind what others have read of it.
#include <atomic>
#include <pthread.h>

struct object {
    std::atomic<int> users{2};
    int value = 1;
};

static object *shared;
static int seen[2];

static void *leave(void *number)
{
    seen[(long)number] = shared->value;
    if (shared->users.fetch_sub(1, std::memory_order_relaxed) == 1)
        delete shared; // BUG HERE
    return nullptr;
}

int main()
{
    pthread_t s, t;
    shared = new object;
    pthread_create(&s, nullptr, leave, reinterpret_cast<void *>(0));
    pthread_create(&t, nullptr, leave, reinterpret_cast<void *>(1));
    pthread_join(s, nullptr);
    pthread_join(t, nullptr);
}
