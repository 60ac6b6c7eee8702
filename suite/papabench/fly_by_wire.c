/* fly_by_wire.c - the second processor's tasks: it reads the radio, and moves the servos as the pilot or the autopilot says; if
 * neither says anything, it brings the aircraft down gently. */
#include "controllers.h"
#include "objects.h"
#include "ppm.h"
#include "spi.h"
#include "tasks.h"

enum {
    RADIO_PATIENCE = 10,     /* periods of test_ppm without a frame: the radio is stalled */
    RADIO_LOST = 40,         /* it is really lost */
    AUTOPILOT_PATIENCE = 10, /* periods of check_autopilot without a message */
    SETTLED = 4,             /* frames of the radio before they are believed again */
};

/* Who moves the servos, and by what: shared by the processor's tasks. */
static struct {
    struct object   object;
    struct sticks   sticks;
    struct surfaces autopilot;
    int             radio_age, autopilot_age, good_frames;
    bool            failsafe;
} wire = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

static int messages_sent, mistakes;

/* --- the radio ------------------------------------------------------------------------------------------------------------- */

static struct filter stick_filters[CHANNELS] = {
    [CHANNEL_ROLL] = {.share = ONE}, [CHANNEL_PITCH] = {.share = ONE}, [CHANNEL_YAW] = {.share = ONE},
    [CHANNEL_THROTTLE] = {.share = ONE}, [CHANNEL_MODE] = {.share = ONE / 2}, /* a switch that is averaged does not flutter */
    [CHANNEL_GAIN_1] = {.share = ONE / 4}, [CHANNEL_GAIN_2] = {.share = ONE / 4}};

static void publish_sticks(const struct sticks *s)
{
    begin_access(&wire.object);
    for (int i = 0; i < CHANNELS; i++)
        wire.sticks.command[i] = s->command[i];
    wire.radio_age = 0;
    wire.good_frames++;
    end_access(&wire.object);
}

static void publish_silence(void)
{
    begin_access(&wire.object);
    wire.radio_age++;
    if (wire.radio_age > RADIO_PATIENCE)
        wire.good_frames = 0;
    end_access(&wire.object);
}

static struct spi_message message_to_autopilot(void)
{
    struct spi_message m = {.kind = FROM_FLY_BY_WIRE, .number = ++messages_sent};
    begin_access(&wire.object);
    m.value[SPI_ROLL] = wire.sticks.command[CHANNEL_ROLL];
    m.value[SPI_PITCH] = wire.sticks.command[CHANNEL_PITCH];
    m.value[SPI_GAZ] = wire.sticks.command[CHANNEL_THROTTLE];
    m.value[SPI_MODE] = wire.sticks.command[CHANNEL_MODE];
    m.value[SPI_RADIO_LOST] = wire.radio_age > RADIO_LOST;
    end_access(&wire.object);
    m.check = spi_check(&m);
    return m;
}

/* Takes a frame of the radio, if there is one, and tells the autopilot how the sticks are held. */
void test_ppm(void)
{
    int width[CHANNELS];
    struct sticks s;
    if (ppm_take_frame(width) && ppm_decode(width, &s)) {
        for (int i = 0; i < CHANNELS; i++)
            s.command[i] = filter_step(&stick_filters[i], s.command[i]);
        publish_sticks(&s);
    } else {
        publish_silence();
    }
    struct spi_message m = message_to_autopilot();
    spi_send(&to_autopilot, &m);
}

/* --- the autopilot --------------------------------------------------------------------------------------------------------- */

static bool is_command(int value, int least) { return value >= least && value <= MAX_COMMAND; }

static bool is_right(const struct spi_message *m)
{
    return m->kind == FROM_AUTOPILOT && m->check == spi_check(m) && is_command(m->value[0], -MAX_COMMAND) &&
        is_command(m->value[1], -MAX_COMMAND) && is_command(m->value[2], 0);
}

static void publish_autopilot(const struct spi_message *m)
{
    begin_access(&wire.object);
    wire.autopilot.aileron = m->value[0];
    wire.autopilot.elevator = m->value[1];
    wire.autopilot.gaz = m->value[2];
    wire.autopilot_age = 0;
    end_access(&wire.object);
}

static void publish_missing_autopilot(void)
{
    begin_access(&wire.object);
    wire.autopilot_age++;
    end_access(&wire.object);
}

void check_autopilot(void)
{
    struct spi_message m;
    bool some = spi_receive(&to_fly_by_wire, &m);
    if (some && is_right(&m)) {
        publish_autopilot(&m);
    } else {
        mistakes += some;
        publish_missing_autopilot();
    }
}

/* --- failsafe, and the servos ---------------------------------------------------------------------------------------------- */

static bool is_manual(void) { return wire.sticks.command[CHANNEL_MODE] < -MAX_COMMAND / 2; }

static bool hears_radio(void) { return wire.radio_age <= RADIO_PATIENCE && wire.good_frames >= SETTLED; }

static bool hears_autopilot(void) { return wire.autopilot_age <= AUTOPILOT_PATIENCE; }

void check_failsafe(void)
{
    begin_access(&wire.object);
    wire.failsafe = is_manual() ? !hears_radio() : !hears_autopilot() && !hears_radio();
    end_access(&wire.object);
}

/* A wide circle, with little thrust. */
static const struct surfaces failsafe_surfaces = {.aileron = MAX_COMMAND / 10, .elevator = MAX_COMMAND / 20, .gaz = MAX_COMMAND / 4};

static struct surfaces surfaces_of_sticks(void)
{
    return (struct surfaces){.aileron = wire.sticks.command[CHANNEL_ROLL],
        .elevator = wire.sticks.command[CHANNEL_PITCH],
        .gaz = wire.sticks.command[CHANNEL_THROTTLE]};
}

static struct surfaces surfaces_wanted(void)
{
    struct surfaces s;
    begin_access(&wire.object);
    if (wire.failsafe)
        s = failsafe_surfaces;
    else if (is_manual() || !hears_autopilot())
        s = surfaces_of_sticks();
    else
        s = wire.autopilot;
    end_access(&wire.object);
    return s;
}

/* Servos have their own limits, and a slope that they do not exceed. */
static struct slope aileron_slope = {.most = MAX_COMMAND / 4}, elevator_slope = {.most = MAX_COMMAND / 4},
                    gaz_slope = {.most = MAX_COMMAND / 8, .value = MAX_COMMAND / 2};

void servo_transmit(void)
{
    struct surfaces wanted = surfaces_wanted();
    struct surfaces moved = {.aileron = slope_step(&aileron_slope, limited(wanted.aileron, MAX_COMMAND)),
        .elevator = slope_step(&elevator_slope, limited(wanted.elevator, MAX_COMMAND * 3 / 4)),
        .gaz = slope_step(&gaz_slope, between(wanted.gaz, 0, MAX_COMMAND))};
    servos_publish(&moved);
}
