/* flight_plan.h - where the aircraft is to fly: blocks of stages, over waypoints.
 *
 * A block is flown stage by stage, and its last stage says which block comes next. A block may have an exception: a condition under
 * which another block is flown at once. The plan is data; navigation.c flies it. */
#ifndef FLIGHT_PLAN_H
#define FLIGHT_PLAN_H

#include "numbers.h"

enum waypoint { WP_HOME, WP_CLIMB, WP_NORTH, WP_EAST, WP_SOUTH, WP_STANDBY, WP_APPROACH, WP_TOUCHDOWN, WAYPOINTS };

enum stage_kind {
    STAGE_WAIT,   /* keep the course, for so many periods */
    STAGE_CLIMB,  /* keep the course, until so high */
    STAGE_GO,     /* to a waypoint, along the line from the last one */
    STAGE_GLIDE,  /* as STAGE_GO, on a slope between the two waypoints' altitudes */
    STAGE_CIRCLE, /* around a waypoint, so many times; for ever if it is 0 */
    STAGE_EIGHT,  /* around a waypoint and one opposite of it, in turn, so many times */
    STAGE_BLOCK,  /* fly a block */
};

struct stage {
    enum stage_kind kind;
    enum waypoint   waypoint;
    int             amount; /* periods, altitude, times or block, by the kind */
    int             radius; /* of a circle, clockwise; negative: the other way round */
};

enum condition { NEVER, TOO_FAR, TOO_LOW, TOO_LONG };

struct exception {
    enum condition condition;
    int            amount; /* from home, above the ground, or periods of flight */
    int            block;
};

enum block_name { BLOCK_TAKE_OFF, BLOCK_TRIANGLE, BLOCK_EIGHT, BLOCK_STANDBY, BLOCK_LAND, BLOCKS };

enum { MOST_STAGES = 5 };

struct block {
    const char      *name;
    int              gaz; /* to cruise with */
    struct exception exception;
    int              stages;
    struct stage     stage[MOST_STAGES];
};

const struct vector *waypoint_at(enum waypoint w);
const struct block *block_at(int block);

#endif
