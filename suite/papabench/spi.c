/* spi.c - the bus between the two processors. */
#include "spi.h"

struct spi_queue to_autopilot = {.lock = PTHREAD_MUTEX_INITIALIZER}, to_fly_by_wire = {.lock = PTHREAD_MUTEX_INITIALIZER};

static unsigned mixed(unsigned check, unsigned word)
{
    for (int bit = 0; bit < 32; bit++, word >>= 1)
        check = (check ^ word) & 1 ? check >> 1 ^ 0xEDB88320U : check >> 1;
    return check;
}

unsigned spi_check(const struct spi_message *m)
{
    unsigned check = mixed(~0U, (unsigned)m->kind);
    check = mixed(check, (unsigned)m->number);
    for (int i = 0; i < SPI_VALUES; i++)
        check = mixed(check, (unsigned)m->value[i]);
    return ~check;
}

void spi_send(struct spi_queue *q, const struct spi_message *m)
{
    pthread_mutex_lock(&q->lock);
    if (q->count == SPI_SLOTS) {
        q->first = (q->first + 1) % SPI_SLOTS;
        q->count--;
        q->lost++;
    }
    q->slot[(q->first + q->count) % SPI_SLOTS] = *m;
    q->count++;
    pthread_mutex_unlock(&q->lock);
}

bool spi_receive(struct spi_queue *q, struct spi_message *m)
{
    pthread_mutex_lock(&q->lock);
    bool some = q->count > 0;
    if (some) {
        *m = q->slot[q->first];
        q->first = (q->first + 1) % SPI_SLOTS;
        q->count--;
    }
    pthread_mutex_unlock(&q->lock);
    return some;
}
