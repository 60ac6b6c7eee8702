/* libuv: a loop that another thread wakes by uv_async_send, twice. Wake-ups may become one, and none is lost. */
#include <assert.h>

#include <uv.h>

static uv_async_t async;
static int sent, seen;
static uv_mutex_t lock;

static void woken(uv_async_t *handle)
{
    uv_mutex_lock(&lock);
    seen = sent;
    uv_mutex_unlock(&lock);
    if (seen == 2)
        uv_close((uv_handle_t *)handle, NULL);
}

static void sender(void *unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        uv_mutex_lock(&lock);
        sent++;
        uv_async_send(&async); // under the lock: the handle is closed by who sees the second one
        uv_mutex_unlock(&lock);
    }
}

int main(void)
{
    uv_loop_t loop;
    uv_thread_t thread;
    assert(uv_mutex_init(&lock) == 0 && uv_loop_init(&loop) == 0);
    assert(uv_async_init(&loop, &async, woken) == 0);
    assert(uv_thread_create(&thread, sender, NULL) == 0);
    assert(uv_run(&loop, UV_RUN_DEFAULT) == 0);
    assert(seen == 2);
    uv_thread_join(&thread);
    assert(uv_loop_close(&loop) == 0);
    uv_mutex_destroy(&lock);
    return 0;
}
