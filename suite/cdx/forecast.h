/* forecast.h - collisions that are to come, if all planes fly on as they do. */
#ifndef FORECAST_H
#define FORECAST_H

#include "motions.h"

enum { FORECAST_FRAMES = 3 };

/* The same motions, so many frames later: from where the planes are then to where they are one frame after. */
void motions_ahead(struct motions *ahead, const struct motions *now, int frames);

#endif
