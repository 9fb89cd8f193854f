//@ about: Initialisers of globals: addresses of other globals, into arrays, of functions; designated, nested,
//@   partly given; constant tables; tentative definitions.
//@ why: C11 6.7.9: what is not mentioned is zero.
//@ all: verified
#include <assert.h>
#include <stddef.h>

static int tentative;
static int tentative;
static int numbers[6] = {[1] = 10, 20, [5] = 50};
static int *into = &numbers[2];
static int **indirect = &into;
static const char *const words[] = {"zero", "one", [3] = "three"};
static char letters[] = "abc";
static char fixed[5] = "xy";

struct shape {
  const char *name;
  double (*area)(const struct shape *);
  union {
    double radius;
    struct {
      int width, height;
    };
  };
};

static double rectangle_area(const struct shape *shape) { return (double)shape->width * shape->height; }
static const struct shape square = {.name = "square", .area = rectangle_area, .width = 3, .height = 3};
static const struct shape *shapes[2] = {&square};

extern int later[];
static int *end_of_later = &later[2];
int later[2] = {1, 2};

int main(void) {
  assert(tentative == 0 && numbers[0] == 0 && numbers[1] == 10 && numbers[2] == 20 && numbers[4] == 0);
  assert(**indirect == 20 && into[3] == 50);
  assert(words[2] == NULL && words[3][4] == 'e' && sizeof words == 4 * sizeof *words);
  assert(sizeof letters == 4 && letters[3] == 0 && fixed[1] == 'y' && fixed[2] == 0 && fixed[4] == 0);
  assert(shapes[0]->area(shapes[0]) == 9.0 && shapes[1] == NULL);
  assert(end_of_later[-1] == 2);
  letters[0] = 'z';
  assert(letters[0] == 'z');
}
