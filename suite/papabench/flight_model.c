/* flight_model.c - the simulator's aircraft: how it answers to its servos, and where that takes it.
 *
 * Ailerons make it roll and elevators make it pitch, against a damping that brings it back; who lies on the side turns; the engine
 * takes its time; the wind carries all along. */
#include "objects.h"
#include "parameters.h"
#include "tasks.h"

enum {
    PERIOD = ONE / 40,               /* of a second: 25 ms */
    GRAVITY = 9810,                  /* mm/s^2 */
    CRUISE = 12 * METRE,             /* of airspeed, a second */
    STALL = 7 * METRE,
    MOST_ROLL = 60 * DEGREE,
    MOST_PITCH = 30 * DEGREE,
    ROLL_RATE = 90 * DEGREE,         /* a second, at full aileron */
    PITCH_RATE = 45 * DEGREE,
    DAMPING = ONE / 2,               /* a second */
    ENGINE_LAG = ONE / 8,            /* a period */
    SINK = 900,                      /* mm/s, without the engine */
    RADIANS_TO_TURNS = 10430,        /* TURN / (2 * pi) */
};

static const struct vector wind = {.x = 1500, .y = -500};
static const int launch_course = 56 * DEGREE;

/* The true aircraft, which only this task knows; it publishes what can be measured. */
static struct {
    struct motion motion;
    int           thrust;
    bool          flies;
} aircraft;

static void launch(void)
{
    aircraft.flies = true;
    aircraft.thrust = MAX_COMMAND / 2;
    aircraft.motion.airspeed = CRUISE;
    aircraft.motion.attitude.z = launch_course;
}

/* An axis that a surface turns, and that damping brings back. */
static int turned(int angle, int command, int rate, int most)
{
    int by_surface = scaled(scaled(rate, ratio_of(command, MAX_COMMAND)), PERIOD);
    int by_damping = scaled(scaled(angle, DAMPING), PERIOD);
    return limited(angle + by_surface - by_damping, most);
}

/* Who lies on the side turns by gravity * tan(roll) / airspeed radians a second. */
static int turned_by_roll(int yaw, int roll, int airspeed)
{
    int radians = ratio_of(scaled(GRAVITY, tangent(roll)), airspeed);
    return angle_within(yaw + scaled(scaled(radians, RADIANS_TO_TURNS), PERIOD));
}

static void rotate(struct motion *m, const struct surfaces *s)
{
    m->attitude.x = turned(m->attitude.x, s->aileron, ROLL_RATE, MOST_ROLL);
    m->attitude.y = turned(m->attitude.y, s->elevator, PITCH_RATE, MOST_PITCH);
    m->attitude.z = turned_by_roll(m->attitude.z, m->attitude.x, m->airspeed);
}

/* The engine's thrust against drag, which grows with the square of the airspeed, and against gravity, if it climbs. */
static void accelerate(struct motion *m, int gaz)
{
    aircraft.thrust += scaled(gaz - aircraft.thrust, ENGINE_LAG);
    int share = ratio_of(m->airspeed, CRUISE);
    int drag = scaled(GRAVITY / 8, scaled(share, share));
    int thrust = scaled(GRAVITY / 4, ratio_of(aircraft.thrust, MAX_COMMAND));
    int weight = scaled(GRAVITY, sine(m->attitude.y));
    m->airspeed = between(m->airspeed + scaled(thrust - drag - weight, PERIOD), STALL, 2 * CRUISE);
}

static int climb_of(const struct motion *m)
{
    int lift = scaled(2 * SINK, ratio_of(aircraft.thrust, MAX_COMMAND));
    int upright = scaled(lift, cosine(m->attitude.x));
    return scaled(m->airspeed, sine(m->attitude.y)) + upright - SINK;
}

static void move(struct motion *m)
{
    int forward = scaled(m->airspeed, cosine(m->attitude.y));
    m->velocity.x = scaled(forward, sine(m->attitude.z)) + wind.x;
    m->velocity.y = scaled(forward, cosine(m->attitude.z)) + wind.y;
    m->velocity.z = climb_of(m);
    m->position.x += scaled(m->velocity.x, PERIOD);
    m->position.y += scaled(m->velocity.y, PERIOD);
    m->position.z += scaled(m->velocity.z, PERIOD);
    if (m->position.z < 0) /* on the ground */
        m->position.z = 0;
    m->time++;
}

void flight_model(void)
{
    struct surfaces surfaces = FLY_BY_WIRE ? servos_take() : status_take_surfaces();
    if (!aircraft.flies)
        launch();
    rotate(&aircraft.motion, &surfaces);
    accelerate(&aircraft.motion, surfaces.gaz);
    move(&aircraft.motion);
    state_publish(&aircraft.motion);
}
