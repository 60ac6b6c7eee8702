/* test_sha256.c - SHA-256 against the examples of its standard, and around the ends of blocks against numbers made by sha256sum. */
/* sources: src/tool/cli/sha256.c */
#include "tool/cli/sha256.h"

#include <string.h>

#include "../check.h"

static const char *of(const char *text, size_t length)
{
    static char out[SHA256_TEXT];
    sha256(text, length, out);
    return out;
}

static void examples(void)
{
    CHECK(strcmp(of("", 0), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855") == 0);
    CHECK(strcmp(of("abc", 3), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") == 0);
    const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    CHECK(strcmp(of(two_blocks, strlen(two_blocks)), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1") == 0);
}

static void ends_of_blocks(void)
{
    char text[128];
    memset(text, 'a', sizeof text);
    CHECK(strcmp(of(text, 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318") == 0);
    CHECK(strcmp(of(text, 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb") == 0);
    CHECK(strcmp(of(text, 119), "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb") == 0);
}

int main(void)
{
    TEST(examples);
    TEST(ends_of_blocks);
    return check_status();
}
