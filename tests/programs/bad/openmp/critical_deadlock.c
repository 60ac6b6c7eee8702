// expect: bug deadlock "thread"
// options: -fopenmp
// only: gcc
// Critical sections inside each other, in two orders.
static int x;

int main(void)
{
#pragma omp parallel sections
    {
#pragma omp section
#pragma omp critical(one)
#pragma omp critical(other)
        x++;
#pragma omp section
#pragma omp critical(other)
#pragma omp critical(one)
        x++;
    }
    return 0;
}
