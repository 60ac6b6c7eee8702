/* controllers.h - what control loops are made of. A controller belongs to one task. */
#ifndef CONTROLLERS_H
#define CONTROLLERS_H

/* Answers to an error in proportion to it, to its sum, and to its change since the last period. */
struct controller {
    int gain, gain_of_sum, gain_of_change; /* ratios */
    int limit, limit_of_sum;               /* of the answer, and of the sum */
    int sum, last;
};

/* Follows its input by a share of the difference each period. */
struct filter {
    int share, value;
};

/* Follows its input by at most so much each period. */
struct slope {
    int most, value;
};

int controller_step(struct controller *c, int error);
void controller_reset(struct controller *c);
int filter_step(struct filter *f, int input);
int slope_step(struct slope *s, int input);

#endif
