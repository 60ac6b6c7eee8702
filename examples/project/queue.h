#ifndef QUEUE_H
#define QUEUE_H

void queue_put(int item);
int  queue_get(void);

#endif
