/* greeting.h - a text that is made when somebody first asks for it, from any thread. */
const char *greeting(void);
