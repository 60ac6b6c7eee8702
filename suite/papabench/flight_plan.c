/* flight_plan.c - a flight: take off, a triangle, an eight, a landing; and a circle above home where something is amiss. */
#include <assert.h>
#include "flight_plan.h"

enum {
    CRUISE_GAZ = MAX_COMMAND / 2,
    CLIMB_GAZ = MAX_COMMAND * 4 / 5,
    FARTHEST = 800 * METRE,
    LOWEST = 15 * METRE,
    LONGEST = 4 * 60 * 20, /* periods of navigation: twenty minutes */
    RADIUS = 50 * METRE,
};

static const struct vector waypoints[WAYPOINTS] = {
    [WP_HOME] = {0, 0, 0},
    [WP_CLIMB] = {120 * METRE, 80 * METRE, 60 * METRE},
    [WP_NORTH] = {0, 300 * METRE, 100 * METRE},
    [WP_EAST] = {250 * METRE, 0, 120 * METRE},
    [WP_SOUTH] = {-80 * METRE, -200 * METRE, 100 * METRE},
    [WP_STANDBY] = {0, 60 * METRE, 80 * METRE},
    [WP_APPROACH] = {-200 * METRE, -150 * METRE, 50 * METRE},
    [WP_TOUCHDOWN] = {-20 * METRE, -15 * METRE, 0},
};

static const struct block blocks[BLOCKS] = {
    [BLOCK_TAKE_OFF] = {
        .name = "take off", .gaz = CLIMB_GAZ, .exception = {TOO_FAR, FARTHEST, BLOCK_STANDBY}, .stages = 4,
        .stage = {
            {.kind = STAGE_WAIT, .amount = 4},
            {.kind = STAGE_CLIMB, .amount = 40 * METRE},
            {.kind = STAGE_GO, .waypoint = WP_CLIMB},
            {.kind = STAGE_BLOCK, .amount = BLOCK_TRIANGLE},
        }},
    [BLOCK_TRIANGLE] = {
        .name = "triangle", .gaz = CRUISE_GAZ, .exception = {TOO_FAR, FARTHEST, BLOCK_STANDBY}, .stages = 5,
        .stage = {
            {.kind = STAGE_GO, .waypoint = WP_NORTH},
            {.kind = STAGE_GO, .waypoint = WP_EAST},
            {.kind = STAGE_GO, .waypoint = WP_SOUTH},
            {.kind = STAGE_GO, .waypoint = WP_NORTH},
            {.kind = STAGE_BLOCK, .amount = BLOCK_EIGHT},
        }},
    [BLOCK_EIGHT] = {
        .name = "eight", .gaz = CRUISE_GAZ, .exception = {TOO_LOW, LOWEST, BLOCK_STANDBY}, .stages = 3,
        .stage = {
            {.kind = STAGE_GO, .waypoint = WP_EAST},
            {.kind = STAGE_EIGHT, .waypoint = WP_EAST, .amount = 2, .radius = RADIUS},
            {.kind = STAGE_BLOCK, .amount = BLOCK_STANDBY},
        }},
    [BLOCK_STANDBY] = {
        .name = "standby", .gaz = CRUISE_GAZ, .exception = {TOO_LONG, LONGEST, BLOCK_LAND}, .stages = 3,
        .stage = {
            {.kind = STAGE_GO, .waypoint = WP_STANDBY},
            {.kind = STAGE_CIRCLE, .waypoint = WP_STANDBY, .amount = 3, .radius = -RADIUS},
            {.kind = STAGE_BLOCK, .amount = BLOCK_LAND},
        }},
    [BLOCK_LAND] = {
        .name = "land", .gaz = CRUISE_GAZ, .stages = 4,
        .stage = {
            {.kind = STAGE_GO, .waypoint = WP_APPROACH},
            {.kind = STAGE_CIRCLE, .waypoint = WP_APPROACH, .amount = 1, .radius = RADIUS},
            {.kind = STAGE_GLIDE, .waypoint = WP_TOUCHDOWN},
            {.kind = STAGE_CIRCLE, .waypoint = WP_HOME, .radius = RADIUS}, /* a landing that was missed */
        }},
};

const struct vector *waypoint_at(enum waypoint w)
{
    assert(w < WAYPOINTS);
    return &waypoints[w];
}

const struct block *block_at(int block)
{
    assert(block >= 0 && block < BLOCKS);
    return &blocks[block];
}
