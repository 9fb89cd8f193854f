/* <ctype.h> in the C locale. */

#include "intrinsics.h"

static _Bool between(int character, int low, int high) { return character >= low && character <= high; }

static int lower(int character) { return between(character, 'A', 'Z') ? character + ('a' - 'A') : character; }

int isdigit(int character) { return between(character, '0', '9'); }
int islower(int character) { return between(character, 'a', 'z'); }
int isupper(int character) { return between(character, 'A', 'Z'); }
int isalpha(int character) { return between(lower(character), 'a', 'z'); }
int isalnum(int character) { return isalpha(character) || isdigit(character); }
int isxdigit(int character) { return isdigit(character) || between(lower(character), 'a', 'f'); }
int isblank(int character) { return character == ' ' || character == '\t'; }
int isspace(int character) { return character == ' ' || between(character, '\t', '\r'); }
int iscntrl(int character) { return between(character, 0, 31) || character == 127; }
int isprint(int character) { return between(character, ' ', '~'); }
int isgraph(int character) { return between(character, '!', '~'); }
int ispunct(int character) { return isgraph(character) && !isalnum(character); }
int tolower(int character) { return lower(character); }
int toupper(int character) { return between(character, 'a', 'z') ? character - ('a' - 'A') : character; }
