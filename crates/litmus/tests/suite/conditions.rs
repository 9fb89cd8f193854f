//! Final conditions: what they observe and when they hold.

use porf_entity::{AccessSize, EntityId, ThreadId, Value};
use porf_litmus::{ObservableSource, Quantifier, Test};

use crate::sequential::{parsed, run};

/// A test of two threads with variables x, y, z, an array a of 3, and locals of several types.
fn test(end: &str) -> Test {
    let source = format!(
        "C t\n{{ int a[3]; int *p = &x; }}\nP0(int *x, int *y, int *z) {{ int r1; unsigned char r2; int *q; }}\n\
         P1(int *a, int **p) {{ long r1; }}\n{end}\n"
    );
    parsed(&source, 1)
}

fn names(test: &Test) -> Vec<&str> {
    test.observables.iter().map(|observable| observable.name.as_str()).collect()
}

/// Whether the proposition holds where x, y and z have these values.
fn holds(proposition: &str, x: i64, y: i64, z: i64) -> bool {
    let test = test(&format!("locations [x;y;z]\nexists {proposition}"));
    let bits = |value: i64| AccessSize::B4.wrap(value as u64);
    test.condition.unwrap().proposition.holds(&[bits(x), bits(y), bits(z)])
}

#[test]
fn quantifiers() {
    for (end, quantifier, text) in [
        ("exists (x=1)", Quantifier::Exists, "exists (x=1)"),
        ("exists x=1;", Quantifier::Exists, "exists x=1"),
        ("forall (x=1)", Quantifier::ForAll, "forall (x=1)"),
        ("~exists (x=1)", Quantifier::NotExists, "~exists (x=1)"),
        ("~ exists (x=1)", Quantifier::NotExists, "~ exists (x=1)"),
        ("not exists (x=1)", Quantifier::NotExists, "not exists (x=1)"),
        ("(x=1)", Quantifier::Exists, "(x=1)"),
        ("final (x=1);\nwith\ntso: ~exists;\ndefault: forall;\n", Quantifier::Exists, "final (x=1)"),
        ("exists\n( x = 1 (* one *)\n /\\ y=2 // two\n)", Quantifier::Exists, "exists ( x = 1 /\\ y=2 )"),
        ("exists (x=1)\n(* after *)\n<<\nshow 0 of ess '\n>>", Quantifier::Exists, "exists (x=1)"),
    ] {
        let condition = test(end).condition.unwrap();
        assert_eq!((condition.quantifier, condition.text.as_str()), (quantifier, text), "{end}");
    }
}

/// Against the same formula in Rust, on all values from -1 to 2.
#[test]
fn connectives_and_precedence() {
    type Formula = fn(i64, i64, i64) -> bool;
    let cases: [(&str, Formula); 14] = [
        (r"x=1", |x, _, _| x == 1),
        (r"x=1 /\ y=1 \/ z=1", |x, y, z| x == 1 && y == 1 || z == 1),
        (r"x=1 \/ y=1 /\ z=1", |x, y, z| x == 1 || y == 1 && z == 1),
        (r"(x=1 \/ y=1) /\ z=1", |x, y, z| (x == 1 || y == 1) && z == 1),
        (r"~x=1 /\ y=1", |x, y, _| x != 1 && y == 1),
        (r"~(x=1 /\ y=1)", |x, y, _| !(x == 1 && y == 1)),
        (r"not x=1 and y=1 or z=1", |x, y, z| x != 1 && y == 1 || z == 1),
        (r"x=1 => y=1", |x, y, _| x != 1 || y == 1),
        (r"x=1 => y=1 => z=1", |x, y, z| x != 1 || (y != 1 || z == 1)),
        (r"x=1 /\ y=1 => z=1", |x, y, z| x == 1 && (y != 1 || z == 1)),
        (r"x != 1 /\ y == -1", |x, y, _| x != 1 && y == -1),
        (r"x<1 /\ y<=1 \/ x>1 /\ z>=0", |x, y, z| x < 1 && y <= 1 || x > 1 && z >= 0),
        (r"true /\ ([x]=[y] \/ false)", |x, y, _| x == y),
        (r"[x] = *y /\ x=0x1", |x, y, _| x == y && x == 1),
    ];
    for (text, formula) in cases {
        for x in -1..3 {
            for y in -1..3 {
                for z in -1..3 {
                    assert_eq!(holds(text, x, y, z), formula(x, y, z), "{text} at {x} {y} {z}");
                }
            }
        }
    }
}

#[test]
fn numbers_are_compared_at_the_type_of_what_is_observed() {
    let holds = |condition: &str, value: u64| {
        test(&format!("exists ({condition})")).condition.unwrap().proposition.holds(&[Value(value)])
    };
    assert!(holds("0:r1=-1", 0xffff_ffff));
    assert!(holds("0:r1=4294967295", 0xffff_ffff));
    assert!(holds("0:r1<0", 0xffff_ffff));
    assert!(holds("0:r2=-1", 0xff));
    assert!(!holds("0:r2<0", 0xff));
    assert!(holds("0:r2>254", 0xff));
    assert!(holds("1:r1=-1", u64::MAX));
    assert!(!holds("1:r1=4294967295", u64::MAX));
}

#[test]
fn observables_are_what_is_mentioned_in_order() {
    let mentioned =
        test("locations [y; 0:r2;]\nfilter (a[1]=2)\nexists (x=1 /\\ P1:r1=2 /\\ y=1 /\\ 0:r1=1)");
    assert_eq!(names(&mentioned), ["y", "0:r2", "a[1]", "x", "1:r1", "0:r1"]);
    let source = |index: usize| mentioned.observables[index].source;
    let global =
        |name: &str| mentioned.module.globals.iter().find(|(_, global)| global.name == name).unwrap().0;
    let register =
        |thread, result| ObservableSource::Register { thread: ThreadId::from_index(thread), result };
    let location =
        |name, offset| ObservableSource::Location { global: global(name), offset, size: AccessSize::B4 };
    assert_eq!(source(0), location("y", 0));
    assert_eq!(source(1), register(0, 0));
    assert_eq!(source(2), location("a", 4));
    assert_eq!(source(4), register(1, 0));
    assert_eq!(source(5), register(0, 1));
    assert!(mentioned.filter.is_some());

    assert_eq!(names(&test("")), ["0:r1", "0:r2", "0:q", "1:r1", "a[0]", "a[1]", "a[2]", "p", "x", "y", "z"]);
    assert_eq!(names(&test("locations [a; p int*; *x]")), ["a[0]", "a[1]", "a[2]", "p", "x"]);
    assert_eq!(names(&test("exists true")), [""; 0]);
    assert_eq!(names(&test("exists (x=1)\nlocations [z]")), ["x", "z"]);
}

#[test]
fn addresses_are_resolved() {
    let mut test = test("exists (0:q=x /\\ p=&a[2] /\\ 0:q != y)");
    test.resolve_addresses(|global| 100 * (global.index() as u64 + 1));
    let global =
        |name: &str| test.module.globals.iter().position(|(_, global)| global.name == name).unwrap() as u64;
    let address = |name: &str| 100 * (global(name) + 1);
    let condition = test.condition.as_ref().unwrap();
    assert!(condition.proposition.holds(&[Value(address("x")), Value(address("a") + 8)]));
    assert!(!condition.proposition.holds(&[Value(address("x")), Value(address("a"))]));
    assert!(!condition.proposition.holds(&[Value(address("y")), Value(address("a") + 8)]));
}

#[test]
fn values_are_shown_by_their_types() {
    let run = run(
        "C t\n{ int x = -1; unsigned y = -1; int *p = &x; char c = 200; }\n\
         P0(int *x) { unsigned char r = 255; int *q = x; int *n = 0; }\n",
        1,
    );
    assert_eq!(run.shown(), ["0:r=255", "0:q=x", "0:n=0", "x=-1", "y=4294967295", "p=x", "c=-56"]);
}
