/* numbers.c - fixed-point arithmetic. Sine and arc tangent are polynomials, right to a tenth of a degree or better. */
#include "numbers.h"

int scaled(int value, int ratio) { return (int)((long long)value * ratio / ONE); }

int ratio_of(int part, int whole) { return whole == 0 ? 0 : (int)((long long)part * ONE / whole); }

int between(int value, int least, int most)
{
    if (value < least)
        return least;
    return value > most ? most : value;
}

int limited(int value, int limit) { return between(value, -limit, limit); }

int angle_within(int angle)
{
    int positive = angle % TURN;
    if (positive < 0)
        positive += TURN;
    return positive >= HALF_TURN ? positive - TURN : positive;
}

/* The sine of a share of a quarter turn: z / 2 * (pi - z^2 * (2 * pi - 5 - z^2 * (pi - 3))). */
static int sine_of_share(int share)
{
    enum { PI = 205887, TWO_PI_LESS_FIVE = 84095, PI_LESS_THREE = 9279 };
    int square = scaled(share, share);
    return scaled(share / 2, PI - scaled(square, TWO_PI_LESS_FIVE - scaled(square, PI_LESS_THREE)));
}

int sine(int angle)
{
    int within = angle_within(angle);
    if (within > QUARTER_TURN)
        within = HALF_TURN - within;
    else if (within < -QUARTER_TURN)
        within = -HALF_TURN - within;
    return sine_of_share(within * (ONE / QUARTER_TURN));
}

int cosine(int angle) { return sine(angle + QUARTER_TURN); }

int tangent(int angle) { return limited(ratio_of(sine(angle), cosine(angle)), 8 * ONE); }

/* The angle whose tangent is a ratio in [0, ONE]: z * (1/8 + 0.04345 * (1 - z)) turns. */
static int angle_of_tangent(int ratio)
{
    enum { EIGHTH = TURN / 8, BULGE = 2848 };
    return scaled(ratio, EIGHTH + scaled(ONE - ratio, BULGE));
}

/* Both sides are not negative. */
static int angle_in_quarter(int east, int north)
{
    if (east == 0 && north == 0)
        return 0;
    return east <= north ? angle_of_tangent(ratio_of(east, north)) : QUARTER_TURN - angle_of_tangent(ratio_of(north, east));
}

int angle_to(int east, int north)
{
    int angle = angle_in_quarter(east < 0 ? -east : east, north < 0 ? -north : north);
    if (north < 0)
        angle = HALF_TURN - angle;
    return angle_within(east < 0 ? -angle : angle);
}

/* The square root, bit by bit. */
static long long root_of(long long square)
{
    long long root = 0;
    for (long long bit = 1LL << 31; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return root;
}

int length_of(int east, int north) { return (int)root_of((long long)east * east + (long long)north * north); }
