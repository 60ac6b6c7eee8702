/* FFmpeg's libavutil: a message queue of one place between two threads; the sender ends it, the receiver reads what is left. */
#include <assert.h>
#include <pthread.h>

#include "libavutil/error.h"
#include "libavutil/threadmessage.h"

static AVThreadMessageQueue *queue;

static void *send(void *unused)
{
    for (int i = 1; i <= 2; i++)
        assert(av_thread_message_queue_send(queue, &i, 0) == 0);
    av_thread_message_queue_set_err_recv(queue, AVERROR_EOF);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int message, got = 0;
    assert(av_thread_message_queue_alloc(&queue, 1, sizeof message) == 0);
    pthread_create(&thread, NULL, send, NULL);
    while (av_thread_message_queue_recv(queue, &message, 0) == 0)
        assert(message == ++got);
    assert(got == 2);
    pthread_join(thread, NULL);
    av_thread_message_queue_free(&queue);
    return 0;
}
