/* estimator.c - position by GPS, attitude by infrared. */
#include <assert.h>
#include "controllers.h"
#include "estimator.h"

/* --- position -------------------------------------------------------------------------------------------------------------- */

static int flight_time;
static struct filter climb_filter = {.share = ONE * 3 / 4};

struct estimate take_position(void)
{
    struct fix f = gps_take();
    assert(f.check == position_check(f.east, f.north)); /* BUG: the aircraft was never there */

    struct estimate e = {.position = {f.east, f.north, f.altitude}, .speed = f.speed, .course = f.course};
    e.climb = filter_step(&climb_filter, f.climb);
    e.flight_time = ++flight_time;
    estimator_publish(&e);
    return e;
}

/* --- attitude -------------------------------------------------------------------------------------------------------------- */

/* The sensors' own differences, which were measured on the ground: what they say of an aircraft that lies level. */
enum { ROLL_NEUTRAL = 0, PITCH_NEUTRAL = 0, LEAST_CONTRAST = 400 };

static struct filter roll_filter = {.share = ONE / 2}, pitch_filter = {.share = ONE / 2};

/* Where there is no contrast between sky and ground, the last attitude holds. */
static bool says_nothing(const struct warmth *w)
{
    return length_of(w->left, w->front) < LEAST_CONTRAST && w->top < LEAST_CONTRAST;
}

struct vector take_attitude(void)
{
    struct warmth w = infrared_take();
    struct vector attitude = {.x = roll_filter.value, .y = pitch_filter.value};
    if (!says_nothing(&w)) {
        attitude.x = filter_step(&roll_filter, angle_to(w.left, w.top) - ROLL_NEUTRAL);
        attitude.y = filter_step(&pitch_filter, angle_to(w.front, w.top) - PITCH_NEUTRAL);
    }
    estimator_publish_attitude(&attitude);
    return attitude;
}
