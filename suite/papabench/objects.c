/* objects.c - the shared objects. Fields are copied one at a time: a reader that meets a writer gets some old and some new ones. */
#include "objects.h"

static void copy_vector(struct vector *to, const struct vector *from)
{
    to->x = from->x;
    to->y = from->y;
    to->z = from->z;
}

/* --- the aircraft ---------------------------------------------------------------------------------------------------------- */

static struct {
    struct object object;
    struct motion motion;
} state = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

void state_publish(const struct motion *m)
{
    begin_access(&state.object);
    copy_vector(&state.motion.position, &m->position);
    copy_vector(&state.motion.attitude, &m->attitude);
    copy_vector(&state.motion.velocity, &m->velocity);
    state.motion.airspeed = m->airspeed;
    state.motion.time = m->time;
    end_access(&state.object);
}

struct motion state_take(void)
{
    struct motion m;
    begin_access(&state.object);
    copy_vector(&m.position, &state.motion.position);
    copy_vector(&m.attitude, &state.motion.attitude);
    copy_vector(&m.velocity, &state.motion.velocity);
    m.airspeed = state.motion.airspeed;
    m.time = state.motion.time;
    end_access(&state.object);
    return m;
}

/* --- GPS ------------------------------------------------------------------------------------------------------------------- */

static struct {
    struct object object;
    struct fix    fix;
} gps = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

/* Two sums, as over the bytes of a message: of the coordinates' bytes, and of those sums. 0 of the place where the flight begins. */
int position_check(int east, int north)
{
    unsigned sum = 0, sums = 0;
    for (unsigned i = 0; i < 8; i++) {
        unsigned word = (unsigned)(i < 4 ? east : north);
        sum = (sum + (word >> 8 * (i % 4) & 255)) % 255;
        sums = (sums + sum) % 255;
    }
    return (int)(sums << 8 | sum);
}

void gps_publish(const struct fix *f)
{
    begin_access(&gps.object);
    gps.fix.east = f->east;
    gps.fix.north = f->north;
    gps.fix.check = f->check;
    gps.fix.altitude = f->altitude;
    gps.fix.speed = f->speed;
    gps.fix.climb = f->climb;
    gps.fix.course = f->course;
    gps.fix.time = f->time;
    end_access(&gps.object);
}

struct fix gps_take(void)
{
    struct fix f;
    begin_access(&gps.object);
    f.east = gps.fix.east;
    f.north = gps.fix.north;
    f.check = gps.fix.check;
    f.altitude = gps.fix.altitude;
    f.speed = gps.fix.speed;
    f.climb = gps.fix.climb;
    f.course = gps.fix.course;
    f.time = gps.fix.time;
    end_access(&gps.object);
    return f;
}

/* --- infrared -------------------------------------------------------------------------------------------------------------- */

static struct {
    struct object object;
    struct warmth warmth;
} infrared = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

void infrared_publish(const struct warmth *w)
{
    begin_access(&infrared.object);
    infrared.warmth.left = w->left;
    infrared.warmth.front = w->front;
    infrared.warmth.top = w->top;
    end_access(&infrared.object);
}

struct warmth infrared_take(void)
{
    struct warmth w;
    begin_access(&infrared.object);
    w.left = infrared.warmth.left;
    w.front = infrared.warmth.front;
    w.top = infrared.warmth.top;
    end_access(&infrared.object);
    return w;
}

/* --- the estimator --------------------------------------------------------------------------------------------------------- */

static struct {
    struct object   object;
    struct estimate estimate;
    struct vector   attitude;
} estimator = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

void estimator_publish(const struct estimate *e)
{
    begin_access(&estimator.object);
    copy_vector(&estimator.estimate.position, &e->position);
    estimator.estimate.speed = e->speed;
    estimator.estimate.climb = e->climb;
    estimator.estimate.course = e->course;
    estimator.estimate.flight_time = e->flight_time;
    end_access(&estimator.object);
}

struct estimate estimator_take(void)
{
    struct estimate e;
    begin_access(&estimator.object);
    copy_vector(&e.position, &estimator.estimate.position);
    e.speed = estimator.estimate.speed;
    e.climb = estimator.estimate.climb;
    e.course = estimator.estimate.course;
    e.flight_time = estimator.estimate.flight_time;
    end_access(&estimator.object);
    return e;
}

void estimator_publish_attitude(const struct vector *attitude)
{
    begin_access(&estimator.object);
    copy_vector(&estimator.attitude, attitude);
    end_access(&estimator.object);
}

struct vector estimator_take_attitude(void)
{
    struct vector attitude;
    begin_access(&estimator.object);
    copy_vector(&attitude, &estimator.attitude);
    end_access(&estimator.object);
    return attitude;
}

/* --- the navigator --------------------------------------------------------------------------------------------------------- */

static struct {
    struct object object;
    struct desire desire;
} navigator = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

void navigator_publish(const struct desire *d)
{
    begin_access(&navigator.object);
    navigator.desire.course = d->course;
    navigator.desire.altitude = d->altitude;
    navigator.desire.climb_before = d->climb_before;
    navigator.desire.gaz = d->gaz;
    navigator.desire.block = d->block;
    navigator.desire.stage = d->stage;
    end_access(&navigator.object);
}

struct desire navigator_take(void)
{
    struct desire d;
    begin_access(&navigator.object);
    d.course = navigator.desire.course;
    d.altitude = navigator.desire.altitude;
    d.climb_before = navigator.desire.climb_before;
    d.gaz = navigator.desire.gaz;
    d.block = navigator.desire.block;
    d.stage = navigator.desire.stage;
    end_access(&navigator.object);
    return d;
}

/* --- the status ------------------------------------------------------------------------------------------------------------ */

static struct {
    struct object          object;
    struct modes           modes;
    struct attitude_wanted wanted;
    int                    climb;
    struct surfaces        surfaces;
} status = {.object.lock = PTHREAD_MUTEX_INITIALIZER, .modes = {.mode = AUTO2, .vertical = AUTO_ALTITUDE}};

struct modes status_take_modes(void)
{
    struct modes m;
    begin_access(&status.object);
    m.mode = status.modes.mode;
    m.lateral = status.modes.lateral;
    m.vertical = status.modes.vertical;
    m.launched = status.modes.launched;
    end_access(&status.object);
    return m;
}

void status_publish_mode(enum mode mode)
{
    begin_access(&status.object);
    status.modes.mode = mode;
    if (!flies_by_plan(mode)) {
        status.modes.lateral = mode == MANUAL ? LATERAL_MANUAL : ROLL;
        status.modes.vertical = mode == MANUAL ? VERTICAL_MANUAL : AUTO_GAZ;
    }
    end_access(&status.object);
}

void status_publish_course(enum vertical_mode vertical, int roll)
{
    begin_access(&status.object);
    if (flies_by_plan(status.modes.mode)) {
        status.modes.lateral = COURSE;
        status.modes.vertical = vertical;
        status.wanted.roll = roll;
    }
    end_access(&status.object);
}

void status_publish_climb(int climb)
{
    begin_access(&status.object);
    status.climb = climb;
    end_access(&status.object);
}

int status_take_climb(void)
{
    begin_access(&status.object);
    int climb = status.climb;
    end_access(&status.object);
    return climb;
}

void status_publish_thrust(int gaz, int pitch)
{
    begin_access(&status.object);
    status.wanted.gaz = gaz;
    if (status.modes.vertical >= AUTO_CLIMB)
        status.wanted.pitch = pitch;
    end_access(&status.object);
}

void status_publish_sticks(int roll, int pitch, int gaz)
{
    begin_access(&status.object);
    status.wanted.roll = roll;
    status.wanted.pitch = pitch;
    status.wanted.gaz = gaz;
    end_access(&status.object);
}

struct attitude_wanted status_take_wanted(void)
{
    struct attitude_wanted w;
    begin_access(&status.object);
    w.roll = status.wanted.roll;
    w.pitch = status.wanted.pitch;
    w.gaz = status.wanted.gaz;
    end_access(&status.object);
    return w;
}

void status_publish_surfaces(const struct surfaces *s)
{
    begin_access(&status.object);
    status.surfaces.aileron = s->aileron;
    status.surfaces.elevator = s->elevator;
    status.surfaces.gaz = s->gaz;
    status.modes.launched = status.modes.launched || s->gaz > MAX_COMMAND / 4;
    end_access(&status.object);
}

struct surfaces status_take_surfaces(void)
{
    struct surfaces s;
    begin_access(&status.object);
    s.aileron = status.surfaces.aileron;
    s.elevator = status.surfaces.elevator;
    s.gaz = status.surfaces.gaz;
    end_access(&status.object);
    return s;
}

/* --- servos ---------------------------------------------------------------------------------------------------------------- */

static struct {
    struct object   object;
    struct surfaces surfaces;
} servos = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

void servos_publish(const struct surfaces *s)
{
    begin_access(&servos.object);
    servos.surfaces.aileron = s->aileron;
    servos.surfaces.elevator = s->elevator;
    servos.surfaces.gaz = s->gaz;
    end_access(&servos.object);
}

struct surfaces servos_take(void)
{
    struct surfaces s;
    begin_access(&servos.object);
    s.aileron = servos.surfaces.aileron;
    s.elevator = servos.surfaces.elevator;
    s.gaz = servos.surfaces.gaz;
    end_access(&servos.object);
    return s;
}
