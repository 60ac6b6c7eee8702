/* simulator.h - the simulator of the radar: what it will see is recorded first, and then played into the ring. */
#ifndef SIMULATOR_H
#define SIMULATOR_H

#include "frame_buffer.h"

void simulator_record(void); /* before simulator_play */
void simulator_play(struct frame_buffer *b);

#endif
