/* Molecular dynamics: particles in a box, whose sides are joined, attract and repel each other (Lennard-Jones). In each move the
 * threads, between barriers, move their particles, add up the forces of pairs into an array of their own, and change the velocities of
 * their particles by the sum of these arrays. There is no bug: the program is a host for measuring what it costs to follow a program. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#ifndef CELLS
#define CELLS 2 /* to each side of the box, with four particles each */
#endif
#ifndef THREADS
#define THREADS 7
#endif
#ifndef MOVES
#define MOVES 2
#endif

enum { PARTICLES = 4 * CELLS * CELLS * CELLS, AXES = 3 };

static const double density = 0.83134, step = 0.002, cutoff = 2.5, reference = 0.722;

/* One that comes round: who arrives last turns the sense, for which the others wait. */
struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t  turned;
    int             arrived;
    bool            sense;
};

struct worker {
    pthread_t thread;
    int       number;
};

static struct barrier barrier = {.lock = PTHREAD_MUTEX_INITIALIZER, .turned = PTHREAD_COND_INITIALIZER};
static double side;
static double position[PARTICLES][AXES], velocity[PARTICLES][AXES], force[PARTICLES][AXES];
static double part_of_force[THREADS][PARTICLES][AXES];
static double part_of_potential[THREADS], potential, kinetic, scale;

static void barrier_wait(struct barrier *b)
{
    pthread_mutex_lock(&b->lock);
    bool mine = !b->sense;
    if (++b->arrived == THREADS) {
        b->arrived = 0;
        b->sense = mine;
        pthread_cond_broadcast(&b->turned);
    } else {
        while (b->sense != mine)
            pthread_cond_wait(&b->turned, &b->lock);
    }
    pthread_mutex_unlock(&b->lock);
}

/* Newton's iteration, so that no library is needed. x > 0. */
static double root(double x)
{
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++)
        r = (r + x / r) / 2;
    return r;
}

static double cube_root(double x)
{
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 100; i++)
        r = (2 * r + x / (r * r)) / 3;
    return r;
}

/* A lattice with particles at the corners and in the middle of the faces of each cell; velocities that add up to nothing. */
static void set_up(void)
{
    static const double within[4][AXES] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
    side = cube_root(PARTICLES / density);
    double cell = side / CELLS;
    unsigned random = 1;
    for (int p = 0; p < PARTICLES; p++) {
        int at[AXES] = {p / 4 % CELLS, p / 4 / CELLS % CELLS, p / 4 / CELLS / CELLS};
        for (int a = 0; a < AXES; a++) {
            position[p][a] = (at[a] + within[p % 4][a]) * cell;
            random = random * 1103515245u + 12345u;
            velocity[p][a] = p % 2 == 0 ? (random >> 16) % 1000 / 1e6 : -velocity[p - 1][a];
        }
    }
}

static double inside(double x)
{
    if (x < 0)
        return x + side;
    return x >= side ? x - side : x;
}

static void move(int number)
{
    for (int p = number; p < PARTICLES; p += THREADS) {
        for (int a = 0; a < AXES; a++) {
            double x = position[p][a] + velocity[p][a] + force[p][a];
            position[p][a] = inside(x);
            velocity[p][a] += force[p][a];
        }
    }
}

/* From the nearest image of a particle in the boxes around. */
static double distance(double a, double b)
{
    double d = a - b;
    if (d > side / 2)
        return d - side;
    return d < -side / 2 ? d + side : d;
}

static void add_pair(int number, int p, int q)
{
    double d[AXES], squared = 0;
    for (int a = 0; a < AXES; a++) {
        d[a] = distance(position[p][a], position[q][a]);
        squared += d[a] * d[a];
    }
    if (squared >= cutoff * cutoff || squared == 0)
        return;
    double inverse = 1 / squared, sixth = inverse * inverse * inverse;
    double strength = 48 * inverse * sixth * (sixth - 0.5);
    part_of_potential[number] += 4 * sixth * (sixth - 1);
    for (int a = 0; a < AXES; a++) {
        part_of_force[number][p][a] += d[a] * strength;
        part_of_force[number][q][a] -= d[a] * strength;
    }
}

static void find_forces(int number)
{
    part_of_potential[number] = 0;
    memset(part_of_force[number], 0, sizeof part_of_force[number]);
    for (int p = number; p < PARTICLES; p += THREADS) {
        for (int q = p + 1; q < PARTICLES; q++)
            add_pair(number, p, q);
    }
}

/* What the first thread does for all. */
static void add_up(void)
{
    potential = kinetic = 0;
    for (int t = 0; t < THREADS; t++)
        potential += part_of_potential[t];
    for (int p = 0; p < PARTICLES; p++) {
        for (int a = 0; a < AXES; a++) {
            double sum = 0;
            for (int t = 0; t < THREADS; t++)
                sum += part_of_force[t][p][a];
            force[p][a] = sum * step * step / 2;
            kinetic += velocity[p][a] * velocity[p][a];
        }
    }
    double temperature = kinetic / (PARTICLES * 3.0 * step * step);
    scale = temperature > 0 ? root(reference / temperature) : 1;
}

static void change_velocities(int number, bool rescale)
{
    for (int p = number; p < PARTICLES; p += THREADS) {
        for (int a = 0; a < AXES; a++) {
            velocity[p][a] += force[p][a];
            if (rescale)
                velocity[p][a] *= scale;
        }
    }
}

static void *run(void *argument)
{
    struct worker *self = argument;
    for (int m = 0; m < MOVES; m++) {
        move(self->number);
        barrier_wait(&barrier);
        find_forces(self->number);
        barrier_wait(&barrier);
        if (self->number == 0)
            add_up();
        barrier_wait(&barrier);
        change_velocities(self->number, m % 10 == 0);
    }
    return NULL;
}

/* Forces between pairs cancel out, and so must the velocities. */
static void check_momentum(void)
{
    for (int a = 0; a < AXES; a++) {
        double sum = 0;
        for (int p = 0; p < PARTICLES; p++)
            sum += velocity[p][a];
        assert(-1e-6 < sum && sum < 1e-6);
    }
}

int main(void)
{
    struct worker worker[THREADS];
    set_up();
    for (int i = 0; i < THREADS; i++) {
        worker[i].number = i;
        pthread_create(&worker[i].thread, NULL, run, &worker[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(worker[i].thread, NULL);
    check_momentum();
    return 0;
}
