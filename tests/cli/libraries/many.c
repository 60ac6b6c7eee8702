/* many.c - a library with more functions than can be guarded. */
typedef void function(int *to);

#define ONE(n) static void f##n(int *to) { *to += 1; }
#define TEN(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7) ONE(n##8) ONE(n##9)
#define HUNDRED(n) TEN(n##0) TEN(n##1) TEN(n##2) TEN(n##3) TEN(n##4) TEN(n##5) TEN(n##6) TEN(n##7) TEN(n##8) TEN(n##9)
#define ALL HUNDRED(1) HUNDRED(2) HUNDRED(3) HUNDRED(4) HUNDRED(5) HUNDRED(6) HUNDRED(7) HUNDRED(8) HUNDRED(9) HUNDRED(10) HUNDRED(11)
ALL
#undef ONE
#define ONE(n) f##n,
function *const many[] = {ALL 0};
