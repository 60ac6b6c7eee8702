/* stack.h - a stack without locks (Treiber's). */
#include <stdbool.h>

struct stack;

struct stack *stack_new(void);
void stack_free(struct stack *s);
bool stack_push(struct stack *s, int value);
bool stack_pop(struct stack *s, int *value);
