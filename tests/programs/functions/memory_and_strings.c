// expect: verified
// errors: bcmp bcopy bzero explicit_bzero mempcpy stpcpy stpncpy strcasecmp strncasecmp strndup strnlen strpbrk strsep __strdup
// errors: __strtok_r memchr strchr strrchr strstr strspn strcspn memcmp strcmp strncmp strtok_r strncat strncpy strdup
// errors: strerror strerror_r __xpg_strerror_r
#include "functions.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

char *__strdup(const char *s);
char *__strtok_r(char *s, const char *delimiters, char **place);
int __xpg_strerror_r(int number, char *buffer, size_t room);

static void use(void)
{
    char a[16] = "alpha", b[16], *place = b, *copy;
    bcopy(a, b, 6);
    assert(bcmp(a, b, 6) == 0 && mempcpy(b + 5, "bet", 4) == b + 9);
    assert(stpcpy(b, "gamma") == b + 5 && stpncpy(b, "de", 4) == b + 2 && b[3] == 0 && b[4] == 'a');
    point();
    assert(strcasecmp("ABC", "abc") == 0 && strncasecmp("ABx", "aby", 2) == 0);
    copy = strndup(a, 3);
    assert(strcmp(copy, "alp") == 0 && strnlen(copy, 9) == 3);
    free(copy);
    copy = __strdup(a);
    assert(strcmp(copy, a) == 0 && strpbrk(copy, "hp") == copy + 2);
    free(copy);
    strcpy(b, "x,y");
    assert(strcmp(strsep(&place, ","), "x") == 0 && strcmp(place, "y") == 0);
    strcpy(b, "x y");
    assert(strcmp(__strtok_r(b, " ", &place), "x") == 0 && strcmp(__strtok_r(NULL, " ", &place), "y") == 0);
    point();
    bzero(a, sizeof a);
    explicit_bzero(b, sizeof b);
    assert(a[0] == 0 && b[0] == 0 && memcmp(a, b, sizeof a) == 0);
    assert(strcmp(strerror(ENOENT), "No such file or directory") == 0 && strerror_r(EPERM, a, sizeof a) != a);
    assert(__xpg_strerror_r(EPERM, b, 4) == ERANGE && strcmp(b, "Ope") == 0);
}

static void errors(void)
{
    char a[16] = "abc", b[8] = "", *place = NULL, text[40];
    bcopy(a, b, 0);
    bzero(a, 0);
    explicit_bzero(a, 0);
    assert(mempcpy(b, a, 0) == b && b[0] == 0 && bcmp(a, b, 0) == 0 && bcmp(a, b, 1) != 0);
    assert(stpcpy(b, "") == b && stpncpy(b, "long", 2) == b + 2 && b[2] == 0);
    assert(strcasecmp("a", "B") < 0 && strncasecmp("a", "b", 0) == 0);
    assert(strnlen(a, 0) == 0 && strpbrk(a, "xyz") == NULL && strsep(&place, ",") == NULL);
    assert(memchr(a, 'z', 3) == NULL && strchr(a, 'z') == NULL && strrchr(a, 'z') == NULL && strstr(a, "z") == NULL);
    assert(strspn(a, "z") == 0 && strcspn(a, "z") == 3 && memcmp(a, b, 0) == 0 && strcmp(a, "abd") < 0 && strncmp(a, "x", 0) == 0);
    point();
    char *copy = strndup(a, 0), *other = __strdup("");
    assert(copy[0] == 0 && other[0] == 0);
    free(copy);
    free(other);
    other = strdup("");
    assert(*other == 0);
    free(other);
    assert(strtok_r(strcpy(text, ",,"), ",", &place) == NULL && __strtok_r(strcpy(text, "  "), " ", &place) == NULL);
    assert(strcmp(strncat(strcpy(text, "a"), "bc", 0), "a") == 0 && strncpy(text, "", 3) == text && text[2] == 0);
    assert(strcmp(strerror(12345), "Unknown error 12345") == 0);
    assert(strerror_r(12345, text, sizeof text) == text && strcmp(text, "Unknown error 12345") == 0);
    assert(__xpg_strerror_r(12345, text, sizeof text) == EINVAL);
}
