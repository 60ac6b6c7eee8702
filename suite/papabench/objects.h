/* objects.h - the shared objects, by which tasks tell each other all they have to tell.
 *
 * Each object has functions that publish what its writers know and take what its readers need, a field at a time. A task takes what
 * it needs, computes, and publishes: no two objects are accessed at a time. If the program is FIXED, an access holds the object's
 * lock; the bug is that otherwise nothing does. */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <pthread.h>
#include <stdbool.h>
#include "numbers.h"

struct object {
    pthread_mutex_t lock;
};

static inline void begin_access(struct object *o)
{
#ifdef FIXED
    pthread_mutex_lock(&o->lock);
#else
    (void)o;
#endif
}

static inline void end_access(struct object *o)
{
#ifdef FIXED
    pthread_mutex_unlock(&o->lock);
#else
    (void)o;
#endif
}

/* --- the aircraft: what the flight model knows, and devices measure -------------------------------------------------------- */

struct motion {
    struct vector position, attitude; /* where the aircraft is, and how it lies */
    struct vector velocity;           /* over ground */
    int           airspeed, time;     /* periods of the flight model */
};

void state_publish(const struct motion *m);
struct motion state_take(void);

/* --- GPS: where the aircraft is, and where it goes ------------------------------------------------------------------------- */

struct fix {
    int east, north;
    int check; /* made of east and north by who has measured them (position_check) */
    int altitude, speed, climb, course, time;
};

int position_check(int east, int north);
void gps_publish(const struct fix *f);
struct fix gps_take(void);

/* --- infrared sensors: how warm it is to the left, ahead and above, against the other side --------------------------------- */

struct warmth {
    int left, front, top;
};

void infrared_publish(const struct warmth *w);
struct warmth infrared_take(void);

/* --- the estimator: what the autopilot believes of the aircraft ------------------------------------------------------------ */

struct estimate {
    struct vector position;
    int           speed, climb, course, flight_time; /* flight_time: in periods of navigation */
};

void estimator_publish(const struct estimate *e);
struct estimate estimator_take(void);
void estimator_publish_attitude(const struct vector *attitude);
struct vector estimator_take_attitude(void);

/* --- the navigator: what the flight plan wants ----------------------------------------------------------------------------- */

struct desire {
    int course, altitude, climb_before; /* climb_before: on a slope, the climb that it takes to stay on it */
    int gaz, block, stage;
};

void navigator_publish(const struct desire *d);
struct desire navigator_take(void);

/* --- the status: modes of the autopilot, and what its controllers hand on to each other ------------------------------------ */

enum mode { MANUAL, AUTO1, AUTO2, HOME };
enum vertical_mode { VERTICAL_MANUAL, AUTO_GAZ, AUTO_CLIMB, AUTO_ALTITUDE };
enum lateral_mode { LATERAL_MANUAL, ROLL, COURSE };

struct modes {
    enum mode          mode;
    enum lateral_mode  lateral;
    enum vertical_mode vertical;
    bool               launched;
};

struct surfaces { /* and the throttle */
    int aileron, elevator, gaz;
};

struct attitude_wanted {
    int roll, pitch, gaz;
};

static inline bool flies_by_plan(enum mode mode) { return mode == AUTO2 || mode == HOME; }

struct modes status_take_modes(void);
void status_publish_mode(enum mode mode);
void status_publish_course(enum vertical_mode vertical, int roll); /* of navigation, which steers by the course */
void status_publish_climb(int climb);
int status_take_climb(void);
void status_publish_thrust(int gaz, int pitch);
void status_publish_sticks(int roll, int pitch, int gaz); /* of the radio, where a pilot says how to lie */
struct attitude_wanted status_take_wanted(void);
void status_publish_surfaces(const struct surfaces *s);
struct surfaces status_take_surfaces(void);

/* --- servos: moved by the fly-by-wire processor ---------------------------------------------------------------------------- */

void servos_publish(const struct surfaces *s);
struct surfaces servos_take(void);

#endif
