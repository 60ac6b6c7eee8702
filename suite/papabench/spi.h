/* spi.h - the bus between the two processors: a queue of messages each way. Its queues are the only objects that are locked always. */
#ifndef SPI_H
#define SPI_H

#include <pthread.h>
#include <stdbool.h>

enum spi_kind { FROM_AUTOPILOT = 1, FROM_FLY_BY_WIRE };

/* Values from the fly-by-wire processor; those from the autopilot are aileron, elevator and gaz. */
enum { SPI_ROLL, SPI_PITCH, SPI_GAZ, SPI_MODE, SPI_RADIO_LOST, SPI_VALUES };

struct spi_message {
    enum spi_kind kind;
    int           number;
    int           value[SPI_VALUES];
    unsigned      check; /* spi_check of the rest */
};

enum { SPI_SLOTS = 4 };

struct spi_queue {
    pthread_mutex_t    lock;
    struct spi_message slot[SPI_SLOTS];
    int                first, count, lost; /* lost: for which there was no room, and which a newer one has replaced */
};

extern struct spi_queue to_autopilot, to_fly_by_wire;

unsigned spi_check(const struct spi_message *m);
void spi_send(struct spi_queue *q, const struct spi_message *m); /* the oldest is lost, if there is no room */
bool spi_receive(struct spi_queue *q, struct spi_message *m);    /* false: there is none */

#endif
