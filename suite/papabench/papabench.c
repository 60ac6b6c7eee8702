/* The autopilot of an unmanned aircraft, with a simulator of its flight: seven periodic tasks, a thread each, that run at their rates
 * and exchange all they have to tell by shared objects.
 *
 * The flight model moves the aircraft; GPS and infrared devices measure where it is and how it lies; navigation, altitude, climb and
 * stabilization control it by what the devices say. The bug: nothing guards the objects. Whoever reads one while its writer is at it gets
 * a part of the old and a part of the new: navigation finds positions at which the aircraft never was. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include "../include/start.h"

/* How often each task runs: the time that is simulated over the period of the task. */
#ifndef FLIGHT_MODEL
#define FLIGHT_MODEL 20
#endif
#ifndef GPS
#define GPS 2
#endif
#ifndef INFRARED
#define INFRARED 10
#endif
#ifndef ALTITUDE
#define ALTITUDE 2
#endif
#ifndef CLIMB
#define CLIMB 2
#endif
#ifndef NAVIGATION
#define NAVIGATION 2
#endif
#ifndef STABILIZATION
#define STABILIZATION 10
#endif

enum mode { MANUAL, AUTO1, AUTO2, HOME };
enum vertical_mode { VERTICAL_MANUAL, AUTO_GAZ, AUTO_CLIMB, AUTO_ALTITUDE };
enum lateral_mode { LATERAL_MANUAL, ROLL, COURSE };

struct object {
    pthread_mutex_t lock;
};

struct vector {
    int x, y, z;
};

/* --- the shared objects ------------------------------------------------------------------------------------------------------ */

static struct {
    struct object object;
    struct vector position, attitude, speed;
    int           time;
} state = {.object.lock = PTHREAD_MUTEX_INITIALIZER}; /* of the flight model */

static struct {
    struct object object;
    int           east, north, altitude, speed, climb, course, time;
} gps = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
    struct object object;
    int           left, front, top;
} infrared = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
    struct object object;
    struct vector position, attitude;
    int           speed, climb, course, flight_time;
} estimator = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
    struct object object;
    int           desired_course, desired_altitude, desired_roll, desired_gaz, block;
} navigator = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
    struct object      object;
    enum mode          mode;
    enum lateral_mode  lateral;
    enum vertical_mode vertical;
    int                roll, pitch, climb, gaz, aileron, elevator;
    bool               launched;
} status = {.object.lock = PTHREAD_MUTEX_INITIALIZER, .mode = AUTO2, .vertical = AUTO_ALTITUDE};

/* No two objects are locked at a time. */
static void begin_access(struct object *o)
{
#ifdef FIXED
    pthread_mutex_lock(&o->lock);
#else
    (void)o;
#endif
}

static void end_access(struct object *o)
{
#ifdef FIXED
    pthread_mutex_unlock(&o->lock);
#else
    (void)o;
#endif
}

/* --- the simulator's tasks --------------------------------------------------------------------------------------------------- */

enum { EAST_SPEED = 3, NORTH_SPEED = 2, CLIMB_SPEED = 1 };

static void flight_model(void)
{
    int aileron, elevator, gaz;
    begin_access(&status.object);
    aileron = status.aileron;
    elevator = status.elevator;
    gaz = status.gaz;
    end_access(&status.object);

    begin_access(&state.object);
    state.time++;
    state.position.x = EAST_SPEED * state.time;
    state.position.y = NORTH_SPEED * state.time;
    state.position.z = CLIMB_SPEED * state.time;
    state.attitude.x = aileron;
    state.attitude.y = elevator;
    state.speed.x = EAST_SPEED + gaz;
    end_access(&state.object);
}

static void gps_device(void)
{
    struct vector position;
    int speed, time;
    begin_access(&state.object);
    position = state.position;
    speed = state.speed.x;
    time = state.time;
    end_access(&state.object);

    begin_access(&gps.object);
    gps.east = position.x;
    gps.north = position.y;
    gps.altitude = position.z;
    gps.speed = speed;
    gps.climb = CLIMB_SPEED;
    gps.course = position.x > position.y;
    gps.time = time;
    end_access(&gps.object);
}

static void infrared_device(void)
{
    struct vector attitude;
    begin_access(&state.object);
    attitude = state.attitude;
    end_access(&state.object);

    begin_access(&infrared.object);
    infrared.left = attitude.x;
    infrared.front = attitude.y;
    infrared.top = attitude.z;
    end_access(&infrared.object);
}

/* --- the autopilot's tasks --------------------------------------------------------------------------------------------------- */

static void take_position(void)
{
    struct vector p;
    int speed, climb, course;
    begin_access(&gps.object);
    p.x = gps.east;
    p.y = gps.north;
    p.z = gps.altitude;
    speed = gps.speed;
    climb = gps.climb;
    course = gps.course;
    end_access(&gps.object);
    assert(p.x * NORTH_SPEED == p.y * EAST_SPEED); /* BUG: the aircraft was never there */

    begin_access(&estimator.object);
    estimator.flight_time++;
    estimator.position = p;
    estimator.speed = speed;
    estimator.climb = climb;
    estimator.course = course;
    end_access(&estimator.object);
}

static void fly_block(void)
{
    begin_access(&navigator.object);
    navigator.block++;
    navigator.desired_altitude = 10 * navigator.block;
    navigator.desired_course = 1;
    navigator.desired_gaz = 5;
    end_access(&navigator.object);

    begin_access(&status.object);
    status.vertical = AUTO_ALTITUDE;
    end_access(&status.object);
}

static void hold_course(void)
{
    int course, roll;
    begin_access(&estimator.object);
    course = estimator.course;
    end_access(&estimator.object);

    begin_access(&navigator.object);
    roll = navigator.desired_roll = navigator.desired_course - course;
    end_access(&navigator.object);

    begin_access(&status.object);
    if (status.mode == AUTO2 || status.mode == HOME)
        status.roll = roll;
    end_access(&status.object);
}

static void navigation(void)
{
    take_position();
    begin_access(&status.object);
    status.lateral = COURSE;
    end_access(&status.object);
    fly_block();
    hold_course();
}

static bool is_vertical(enum vertical_mode least)
{
    begin_access(&status.object);
    bool is = (status.mode == AUTO2 || status.mode == HOME) && status.vertical >= least;
    end_access(&status.object);
    return is;
}

static void altitude_control(void)
{
    int desired, altitude;
    if (!is_vertical(AUTO_ALTITUDE))
        return;
    begin_access(&navigator.object);
    desired = navigator.desired_altitude;
    end_access(&navigator.object);
    begin_access(&estimator.object);
    altitude = estimator.position.z;
    end_access(&estimator.object);
    begin_access(&status.object);
    status.climb = desired > altitude;
    end_access(&status.object);
}

static void climb_control(void)
{
    int climb, gaz;
    begin_access(&estimator.object);
    climb = estimator.climb;
    end_access(&estimator.object);
    begin_access(&navigator.object);
    gaz = navigator.desired_gaz;
    end_access(&navigator.object);
    if (!is_vertical(AUTO_GAZ))
        return;
    begin_access(&status.object);
    if (status.vertical >= AUTO_CLIMB)
        status.pitch = status.climb - climb;
    status.gaz = gaz;
    end_access(&status.object);
}

static void stabilization(void)
{
    struct vector attitude;
    begin_access(&infrared.object);
    attitude.x = infrared.left;
    attitude.y = infrared.front;
    attitude.z = infrared.top;
    end_access(&infrared.object);

    begin_access(&estimator.object);
    estimator.attitude = attitude;
    end_access(&estimator.object);

    begin_access(&status.object);
    status.aileron = status.roll - attitude.x;
    status.elevator = status.pitch - attitude.y;
    status.launched = true;
    end_access(&status.object);
}

/* --- tasks ------------------------------------------------------------------------------------------------------------------- */

struct task {
    void (*handle)(void);
    int times;
};

static struct task tasks[] = {
    {flight_model, FLIGHT_MODEL}, {gps_device, GPS}, {infrared_device, INFRARED}, /* the simulator's */
    {altitude_control, ALTITUDE}, {climb_control, CLIMB}, {navigation, NAVIGATION}, {stabilization, STABILIZATION}};

enum { TASKS = sizeof tasks / sizeof tasks[0] };

/* All tasks begin together. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t  released;
    int             started, ready;
} scheduler = {.lock = PTHREAD_MUTEX_INITIALIZER, .released = PTHREAD_COND_INITIALIZER};

static void wait_for_release(void)
{
    pthread_mutex_lock(&scheduler.lock);
    scheduler.ready++;
    while (scheduler.started == 0 || scheduler.ready < scheduler.started)
        pthread_cond_wait(&scheduler.released, &scheduler.lock);
    pthread_cond_broadcast(&scheduler.released);
    pthread_mutex_unlock(&scheduler.lock);
}

static void release_tasks(int started)
{
    pthread_mutex_lock(&scheduler.lock);
    scheduler.started = started;
    pthread_cond_broadcast(&scheduler.released);
    pthread_mutex_unlock(&scheduler.lock);
}

static void *run_task(void *task)
{
    const struct task *t = task;
    thread_starts();
    wait_for_release();
    for (int i = 0; i < t->times; i++)
        t->handle();
    return NULL;
}

int main(void)
{
    pthread_t thread[TASKS];
    int started = 0;
    for (int i = 0; i < TASKS; i++) {
        if (tasks[i].times > 0) {
            pthread_create(&thread[i], NULL, run_task, &tasks[i]);
            started++;
        }
    }
    release_tasks(started);
    for (int i = 0; i < TASKS; i++)
        if (tasks[i].times > 0)
            pthread_join(thread[i], NULL);
    return 0;
}
