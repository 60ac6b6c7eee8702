/* controllers.c - controllers, filters and slopes. */
#include "controllers.h"
#include "numbers.h"

int controller_step(struct controller *c, int error)
{
    int change = error - c->last;
    c->sum = limited(c->sum + error, c->limit_of_sum);
    c->last = error;
    int answer = scaled(error, c->gain) + scaled(c->sum, c->gain_of_sum) + scaled(change, c->gain_of_change);
    return limited(answer, c->limit);
}

void controller_reset(struct controller *c)
{
    c->sum = 0;
    c->last = 0;
}

int filter_step(struct filter *f, int input)
{
    f->value += scaled(input - f->value, f->share);
    return f->value;
}

int slope_step(struct slope *s, int input)
{
    s->value += limited(input - s->value, s->most);
    return s->value;
}
