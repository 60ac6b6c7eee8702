/* throws.cpp - a library without hooks whose function is left by an exception. */
void throws(int *to, int value);

void throws(int *to, int value)
{
    *to = value;
    throw value;
}
