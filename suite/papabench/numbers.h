/* numbers.h - the numbers that the aircraft flies by: integers, the same on every processor.
 *
 * Lengths are in millimetres, speeds in millimetres a second. An angle is a share of a turn, clockwise from north for courses; a
 * ratio is a share of ONE. Sticks, servos and the throttle take commands of at most MAX_COMMAND. */
#ifndef NUMBERS_H
#define NUMBERS_H

enum {
    ONE = 65536,
    TURN = 65536,
    HALF_TURN = TURN / 2,
    QUARTER_TURN = TURN / 4,
    DEGREE = TURN / 360,
    METRE = 1000,
    MAX_COMMAND = 9600,
};

struct vector {
    int x, y, z; /* east, north, up; of an attitude: roll, pitch, yaw */
};

int scaled(int value, int ratio);            /* the ratio's share of the value */
int ratio_of(int part, int whole);           /* 0 of nothing */
int limited(int value, int limit);           /* to [-limit, limit] */
int between(int value, int least, int most);
int sine(int angle);                         /* a ratio */
int cosine(int angle);
int tangent(int angle);                      /* of at most a quarter turn, and at most 8 * ONE */
int angle_to(int east, int north);           /* in [-HALF_TURN, HALF_TURN) */
int angle_within(int angle);                 /* the same angle in [-HALF_TURN, HALF_TURN) */
int length_of(int east, int north);

#endif
