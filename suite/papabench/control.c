/* control.c - the autopilot's control loops, each of which hands its answer to the next: altitude to climb, climb to throttle and
 * pitch, roll and pitch to the servos. */
#include "controllers.h"
#include "estimator.h"
#include "parameters.h"
#include "spi.h"
#include "tasks.h"

enum {
    MOST_CLIMB = 3 * METRE / 2,  /* a second */
    MOST_PITCH = 20 * DEGREE,
    LEAST_GAZ = MAX_COMMAND / 5,
    GAZ_SLOPE = MAX_COMMAND / 4, /* a period */
    STICK_ANGLE = 30 * DEGREE,   /* of a full stick, where the pilot says how to lie */
};

/* --- altitude -------------------------------------------------------------------------------------------------------------- */

static struct controller altitude_controller = {.gain = ONE / 10, .limit = MOST_CLIMB, .limit_of_sum = 100 * METRE};

void altitude_control(void)
{
    struct modes m = status_take_modes();
    if (!flies_by_plan(m.mode) || m.vertical != AUTO_ALTITUDE)
        return;
    struct desire d = navigator_take();
    struct estimate e = estimator_take();
    int climb = d.climb_before + controller_step(&altitude_controller, d.altitude - e.position.z);
    status_publish_climb(limited(climb, MOST_CLIMB));
}

/* --- climb ----------------------------------------------------------------------------------------------------------------- */

static struct controller gaz_controller = {
    .gain = ONE * 2, .gain_of_sum = ONE / 10, .limit = MAX_COMMAND / 2, .limit_of_sum = 20 * METRE};
static struct controller pitch_controller = {.gain = ONE * 3 / 4, .limit = MOST_PITCH, .limit_of_sum = 20 * METRE};
static struct slope gaz_slope = {.most = GAZ_SLOPE, .value = MAX_COMMAND / 2};

/* What the plan says, where it says how to climb; what altitude_control says otherwise. */
static int climb_wanted(const struct modes *m, const struct desire *d)
{
    return m->vertical == AUTO_CLIMB ? d->climb_before : status_take_climb();
}

void climb_control(void)
{
    struct modes m = status_take_modes();
    if (!flies_by_plan(m.mode) || m.vertical < AUTO_GAZ)
        return;
    struct desire d = navigator_take();
    int gaz = d.gaz, pitch = 0;
    if (m.vertical >= AUTO_CLIMB) {
        struct estimate e = estimator_take();
        int error = climb_wanted(&m, &d) - e.climb;
        gaz += controller_step(&gaz_controller, error);
        pitch = controller_step(&pitch_controller, error);
    }
    status_publish_thrust(between(slope_step(&gaz_slope, gaz), LEAST_GAZ, MAX_COMMAND), pitch);
}

/* --- roll and pitch -------------------------------------------------------------------------------------------------------- */

static struct controller aileron_controller = {
    .gain = ONE, .gain_of_change = ONE / 4, .limit = MAX_COMMAND, .limit_of_sum = HALF_TURN};
static struct controller elevator_controller = {
    .gain = ONE * 3 / 2, .gain_of_change = ONE / 4, .limit = MAX_COMMAND, .limit_of_sum = HALF_TURN};
static int messages_sent;

/* The autopilot's half of the bus: the commands go to the fly-by-wire processor, which moves the servos. */
static void send_commands(const struct surfaces *s)
{
    struct spi_message message = {.kind = FROM_AUTOPILOT, .number = ++messages_sent, .value = {s->aileron, s->elevator, s->gaz}};
    message.check = spi_check(&message);
    spi_send(&to_fly_by_wire, &message);
}

void stabilization(void)
{
    struct vector attitude = take_attitude();
    struct attitude_wanted wanted = status_take_wanted();
    struct surfaces s;
    s.aileron = controller_step(&aileron_controller, angle_within(wanted.roll - attitude.x));
    s.elevator = controller_step(&elevator_controller, angle_within(wanted.pitch - attitude.y));
    s.gaz = wanted.gaz;
    status_publish_surfaces(&s);
    if (FLY_BY_WIRE)
        send_commands(&s);
}

/* --- the pilot's sticks, as the fly-by-wire processor has them ------------------------------------------------------------- */

static enum mode mode_of(int stick)
{
    if (stick > MAX_COMMAND / 2)
        return AUTO2;
    return stick < -MAX_COMMAND / 2 ? MANUAL : AUTO1;
}

/* Whose radio is lost flies home. */
void radio_control(void)
{
    struct spi_message message;
    if (!spi_receive(&to_autopilot, &message) || message.check != spi_check(&message))
        return;
    enum mode mode = message.value[SPI_RADIO_LOST] ? HOME : mode_of(message.value[SPI_MODE]);
    status_publish_mode(mode);
    if (mode == AUTO1)
        status_publish_sticks(scaled(STICK_ANGLE, ratio_of(message.value[SPI_ROLL], MAX_COMMAND)),
            scaled(STICK_ANGLE, ratio_of(message.value[SPI_PITCH], MAX_COMMAND)), message.value[SPI_GAZ]);
}
