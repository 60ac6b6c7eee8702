/* navigation.c - the autopilot's task that flies the plan: where to go now, and how to lie to get there.
 *
 * Navigation takes the position, flies the stage of the plan in which it is, publishes what it desires, and steers by the course. If
 * the mode is HOME, it circles above home instead. */
#include "controllers.h"
#include "estimator.h"
#include "flight_plan.h"
#include "tasks.h"

enum {
    CARROT = 4,                /* seconds ahead, on the line that is followed */
    ARRIVAL = 3,               /* seconds ahead, within which a waypoint is reached */
    HOME_ALTITUDE = 80 * METRE,
    HOME_RADIUS = 40 * METRE,
    MOST_ROLL = 35 * DEGREE,
};

/* Where in the plan the aircraft is. */
static struct {
    int           block, stage, periods; /* periods: since the stage began */
    struct vector from;                  /* where the stage began: a waypoint or, at first, the aircraft */
    int           last_angle, turned;    /* of a circle: how far it has been flown */
    int           halves;                /* of an eight */
} plan;

static struct desire desire;
static enum vertical_mode vertical;

/* --- the stages of the plan ------------------------------------------------------------------------------------------------ */

static void begin_stage(const struct vector *from)
{
    plan.stage++;
    plan.periods = 0;
    plan.turned = 0;
    plan.halves = 0;
    plan.from = *from;
}

static void begin_block(int block, const struct vector *from)
{
    plan.block = block;
    begin_stage(from);
    plan.stage = 0;
}

static bool is_exceptional(const struct exception *x, const struct estimate *e)
{
    switch (x->condition) {
    case TOO_FAR: return length_of(e->position.x, e->position.y) > x->amount;
    case TOO_LOW: return e->position.z < x->amount;
    case TOO_LONG: return e->flight_time > x->amount;
    default: return false;
    }
}

/* --- ways of flying -------------------------------------------------------------------------------------------------------- */

static void head_for(const struct estimate *e, int east, int north)
{
    desire.course = angle_to(east - e->position.x, north - e->position.y);
}

static void hold_altitude(int altitude)
{
    desire.altitude = altitude;
    desire.climb_before = 0;
    vertical = AUTO_ALTITUDE;
}

/* How far along a line the aircraft is, as a share of the line. */
static int share_of_line(const struct estimate *e, const struct vector *from, const struct vector *to)
{
    long long east = to->x - from->x, north = to->y - from->y, square = east * east + north * north;
    if (square == 0)
        return ONE;
    long long along = east * (e->position.x - from->x) + north * (e->position.y - from->y);
    return between((int)(along / (square / ONE + 1)), 0, ONE);
}

/* The aircraft follows a carrot that is some seconds ahead on the line. */
static void follow_line(const struct estimate *e, const struct vector *from, const struct vector *to)
{
    int length = length_of(to->x - from->x, to->y - from->y);
    int share = between(share_of_line(e, from, to) + ratio_of(CARROT * e->speed, length), 0, ONE);
    head_for(e, from->x + scaled(to->x - from->x, share), from->y + scaled(to->y - from->y, share));
}

static void follow_slope(const struct estimate *e, const struct vector *from, const struct vector *to)
{
    int length = length_of(to->x - from->x, to->y - from->y);
    hold_altitude(from->z + scaled(to->z - from->z, share_of_line(e, from, to)));
    desire.climb_before = scaled(e->speed, ratio_of(to->z - from->z, length));
}

static bool has_arrived(const struct estimate *e, const struct vector *from, const struct vector *to)
{
    int left = length_of(to->x - e->position.x, to->y - e->position.y);
    return left < ARRIVAL * e->speed || share_of_line(e, from, to) == ONE;
}

/* Around a centre: to the point of the circle that is an eighth of a turn ahead. */
static void follow_circle(const struct estimate *e, const struct vector *centre, int radius)
{
    int angle = angle_to(e->position.x - centre->x, e->position.y - centre->y);
    int ahead = radius > 0 ? angle + TURN / 8 : angle - TURN / 8, size = radius > 0 ? radius : -radius;
    head_for(e, centre->x + scaled(size, sine(ahead)), centre->y + scaled(size, cosine(ahead)));
    if (plan.periods > 1)
        plan.turned += angle_within(angle - plan.last_angle);
    plan.last_angle = angle;
}

static int times_around(void) { return (plan.turned < 0 ? -plan.turned : plan.turned) / TURN; }

/* Two circles, one each way, that touch: half a turn more than one of each in turn. */
static bool fly_eight(const struct estimate *e, const struct stage *s)
{
    struct vector centre = *waypoint_at(s->waypoint);
    bool second = plan.halves % 2 == 1;
    if (second)
        centre.x += 2 * s->radius;
    follow_circle(e, &centre, second ? -s->radius : s->radius);
    if (times_around() >= 1) {
        plan.halves++;
        plan.turned = 0;
    }
    return plan.halves >= 2 * s->amount;
}

static bool fly_to(const struct estimate *e, const struct stage *s)
{
    const struct vector *to = waypoint_at(s->waypoint);
    follow_line(e, &plan.from, to);
    if (s->kind == STAGE_GLIDE)
        follow_slope(e, &plan.from, to);
    else
        hold_altitude(to->z);
    return has_arrived(e, &plan.from, to);
}

static bool fly_circle(const struct estimate *e, const struct stage *s)
{
    const struct vector *centre = waypoint_at(s->waypoint);
    follow_circle(e, centre, s->radius);
    hold_altitude(centre->z);
    return s->amount > 0 && times_around() >= s->amount;
}

static bool climb_straight(const struct estimate *e, const struct stage *s)
{
    desire.climb_before = 2 * METRE;
    vertical = AUTO_CLIMB;
    return e->position.z >= s->amount;
}

/* True: the stage is over. */
static bool fly_stage(const struct estimate *e, const struct stage *s)
{
    plan.periods++;
    switch (s->kind) {
    case STAGE_WAIT: return plan.periods > s->amount;
    case STAGE_CLIMB: return climb_straight(e, s);
    case STAGE_CIRCLE: return fly_circle(e, s);
    case STAGE_EIGHT: return fly_eight(e, s);
    default: return fly_to(e, s);
    }
}

static void fly_plan(const struct estimate *e)
{
    const struct block *b = block_at(plan.block);
    if (is_exceptional(&b->exception, e)) {
        begin_block(b->exception.block, &e->position);
        b = block_at(plan.block);
    }
    const struct stage *s = &b->stage[plan.stage];
    if (s->kind == STAGE_BLOCK)
        begin_block(s->amount, &e->position);
    else if (fly_stage(e, s))
        begin_stage(s->kind == STAGE_GO ? waypoint_at(s->waypoint) : &e->position);
    desire.gaz = b->gaz;
    desire.block = plan.block;
    desire.stage = plan.stage;
}

static void fly_home(const struct estimate *e)
{
    follow_circle(e, waypoint_at(WP_HOME), HOME_RADIUS);
    hold_altitude(HOME_ALTITUDE);
}

/* --- the course ------------------------------------------------------------------------------------------------------------ */

static struct controller course_controller = {
    .gain = ONE * 3 / 4, .gain_of_change = ONE / 8, .limit = MOST_ROLL, .limit_of_sum = HALF_TURN};

/* Slower than it would fly by itself, the aircraft rolls less. */
static int roll_to(int course, const struct estimate *e)
{
    int roll = controller_step(&course_controller, angle_within(course - e->course));
    return scaled(roll, between(ratio_of(e->speed, 12 * METRE), ONE / 4, ONE));
}

void navigation(void)
{
    struct estimate e = take_position();
    struct modes m = status_take_modes();
    if (e.flight_time == 1) {
        desire.course = e.course;
        plan.from = e.position;
        vertical = m.vertical;
    }
    if (m.mode == HOME)
        fly_home(&e);
    else
        fly_plan(&e);
    navigator_publish(&desire);
    if (flies_by_plan(m.mode))
        status_publish_course(vertical, roll_to(desire.course, &e));
    else
        controller_reset(&course_controller);
}
