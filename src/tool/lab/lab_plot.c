/* lab_plot.c - `mazurka lab plot`: the figures of a study. */
#include "tool/lab/lab_settings.h"

int lab_plot(const struct lab_settings *settings)
{
    (void)settings;
    die("figures are not drawn yet");
}
