//! The meaning of texts, told by the flat model.

use std::collections::BTreeMap;

use porf_cat::{Model, Role, Source, Test, read};

use crate::{Files, model, parse};

/// Whether two expressions are the same node of a model.
#[track_caller]
fn assert_same(a: &str, b: &str) {
    let text = format!(
        "let S = R let T = W let r = po let s = rf let t = co let u = rmw
         let first = {a} let second = {b} empty first empty second"
    );
    let model = parse(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(model.checks[0].tested, model.checks[1].tested, "{a} and {b}:\n{model}");
}

#[track_caller]
fn assert_different(a: &str, b: &str) {
    let model = model(&format!("empty {a} empty {b}"));
    assert_ne!(model.checks[0].tested, model.checks[1].tested, "{a} and {b}:\n{model}");
}

fn names(model: &Model) -> Vec<Option<&str>> {
    model.checks.iter().map(|check| check.name.as_deref()).collect()
}

#[test]
fn operators_bind_in_their_order() {
    assert_same("r | s ; t", "r | (s ; t)");
    assert_same("r ; s | t ; u", "(r ; s) | (t ; u)");
    assert_same(r"r ; s \ t", r"r ; (s \ t)");
    assert_same(r"r \ s & t", r"r \ (s & t)");
    assert_same(r"r \ s \ t", r"(r \ s) \ t");
    assert_same("r & S * T", "r & (S * T)");
    assert_same("~r & s", "(~r) & s");
    assert_same("~r+", "~(r+)");
    assert_same("~S * T", "(~S) * T");
    assert_same("r+ ; s", "(r+) ; s");
    assert_same("r^-1+?", "((r^-1)+)?");
    assert_same("[S] ; r*", "([S]) ; (r*)");
    assert_same("r | s | t", "(r | s) | t");
}

#[test]
fn operators_have_several_forms() {
    assert_same("r+", "r^+");
    assert_same("r*", "r^*");
    assert_same("r?", "r^?");
    assert_same("r^-1", "r ^ -1");
    assert_same("begin r | s end ; t", "(r | s) ; t");
    assert_same("toid S", "[S]");
    assert_same("toid(S)", "[S]");
}

#[test]
fn a_star_is_a_product_before_an_operand() {
    assert_same("S * T", "(S) * (T)");
    assert_same("S*_", "S * _");
    assert_same("(r* | s)", "(r^*) | s");
    assert_same("r*;s*", "r^* ; s^*");
    let model = model("let a = rf* ~empty a");
    assert!(model.checks[0].negated);
}

#[test]
fn functions_take_tuples_or_one_argument_after_the_other() {
    assert_same("let f(x, y) = x ; y in f(r, s)", "r ; s");
    assert_same("let f x = fun y -> x ; y in f r s", "r ; s");
    assert_same("let f = fun (x, y) -> x & y in f(r, s)", "r & s");
    assert_same("let f(_, y) = y in f(S, r)", "r");
    assert_same("let f() = r in f()", "r");
    assert_same("let twice f = fun x -> f (f x) in let g x = x ; r in twice g s", "s ; r ; r");
    assert_same("let f x = domain x in f r", "domain(r)");
}

#[test]
fn a_definition_sees_what_is_before_it() {
    assert_same("let r = s and s = r in r ; s", "s ; r");
    assert_same("let f x = x ; r in let r = s in f r", "s ; (let a = po in a)");
    assert_same("let r = r | s in r", "r | s");
    assert_same("try nothing with r", "r");
    assert_same("try s with r", "s");
}

#[test]
fn equal_expressions_are_one_node_whoever_wrote_them() {
    assert_same("rf^-1 ; co", "fr");
    assert_same("s & ext", "rfe");
    assert_different("rf ; co", "co ; rf");
}

#[test]
fn empty_fits_sets_and_relations() {
    assert_same("r | 0", "r | {}");
    assert_same("S | 0", "S | {}");
    assert_same("[0]", "[{}]");
    assert_same("domain({})", "domain(0)");
    assert_different("{}", "0");
}

#[test]
fn checks_have_roles_negations_and_names() {
    let model = model(
        "acyclic po as a
         irreflexive rf
         ~empty R
         flag ~empty W as some-write
         undefined_unless empty F as no-fence",
    );
    let checks: Vec<_> = model.checks.iter().map(|check| (check.role, check.negated, check.test)).collect();
    let expected = [
        (Role::Axiom, false, Test::Acyclic),
        (Role::Axiom, false, Test::Irreflexive),
        (Role::Axiom, true, Test::Empty),
        (Role::Flag, true, Test::Empty),
        (Role::UndefinedUnless, false, Test::Empty),
    ];
    assert_eq!(checks, expected);
    assert_eq!(names(&model), [Some("a"), None, None, Some("some-write"), Some("no-fence")]);
    let place = model.checks[2].position;
    assert_eq!((model.files[place.file as usize].as_str(), place.line, place.column), ("m.cat", 3, 10));
}

#[test]
fn procedures_are_inlined_and_keep_their_definitions() {
    let model = model(
        "procedure p(r, s) =
           let both = r | s
           acyclic both as own
           irreflexive both
         end
         let both = co
         call p(po, rf) as given
         call p(co, rf)
         empty both",
    );
    assert_eq!(names(&model), [Some("own"), Some("given"), Some("own"), None, None]);
    assert_ne!(model.checks[0].tested, model.checks[2].tested);
    assert!(model.to_string().ends_with("empty co\n"), "{model}");
}

#[test]
fn recursion_makes_groups_of_variables() {
    let model = model(
        "let rec a = po | a ; a
         let b = a & rf
         let rec c = d | b and d = c ; rf
         and e = e | e
         let rec s = R | range([s] ; po)
         acyclic c empty s empty e",
    );
    let name = |&variable| model.variables[variable].name.as_str();
    let groups: Vec<Vec<&str>> = model.groups.iter().map(|group| group.iter().map(name).collect()).collect();
    assert_eq!(groups, [vec!["a"], vec!["e"], vec!["s"], vec!["c", "d"]]);
}

#[test]
fn a_recursion_in_a_recursion_is_one_group_if_both_depend_on_each_other() {
    let model = model(
        "let closure(r) = let rec c = r | c ; r in c
         let rec a = po | closure(a | rf)
         acyclic a",
    );
    assert_eq!(model.groups.iter().map(Vec::len).collect::<Vec<_>>(), [2]);
}

#[test]
fn texts_about_pictures_mean_nothing() {
    let model = model(
        r#""A title"
        show rf, co
        show (nothing \ id) & ext as x
        unshow po
        debug po
        // a comment
        # another
        acyclic po (* the (* last *) one *)"#,
    );
    assert_eq!(model.title.as_deref(), Some("A title"));
    assert_eq!(model.checks.len(), 1);
}

#[test]
fn no_variant_is_chosen() {
    let model = model(
        r#"if "weird" acyclic po else acyclic rf end
           if not "weird" acyclic co end
           let r = if "weird" then po else fr
           acyclic r"#,
    );
    assert!(model.to_string().ends_with("acyclic rf\nacyclic co\nacyclic fr\n"), "{model}");
}

#[test]
fn coherence_is_given() {
    let given = model(
        r#"include "cos.cat"
           with co from generate_cos(co0)
           with mo from generate_orders(W & A, co0)
           acyclic co
           acyclic mo"#,
    );
    assert!(given.to_string().ends_with("acyclic co\nacyclic co & (W & A) * (W & A)\n"), "{given}");

    let partly = model("with co from generate_cos(co0 | po-loc & W * W) acyclic co");
    assert_eq!(names(&partly), [Some("co"), None]);
    assert!(partly.to_string().contains("\\ co as co\n"), "{partly}");
}

#[test]
fn files_are_included_where_they_are_named() {
    let files = Files(BTreeMap::from([
        ("a.cat", "A let a = po include \"b.cat\" acyclic a | b"),
        ("b.cat", "\"B\" let b = a ; rf"),
        ("cos.cat", "this is not looked at"),
        ("races.cat", "let own = rf"),
    ]));
    let text = r#"include "a.cat" include "cos.cat" include "races.cat" include "sc.cat" empty own"#;
    let model = read(Source { name: "m.cat".into(), text: text.into() }, &files);
    let model = model.unwrap_or_else(|error| panic!("{error}"));
    let sc = [Some("sc"), Some("atomicity"), Some("data-race")];
    assert_eq!(names(&model), [&[None][..], &sc, &[None]].concat());
    assert!(model.to_string().ends_with("empty rf\n"), "{model}");
    assert_eq!(model.title, None);
}

/// Library files, titles and names as models for other tools use them.
#[test]
fn usual_ways_of_writing_are_understood() {
    let machine = model(
        r#"X86 "a machine"
        include "x86fences.cat"
        include "filters.cat"
        include "cos.cat"
        # line comment
        let kept = RM(po) | WW po | mfence | WR (fencerel(MFENCE))
        let locked = AM(WR(po)) | MA(WR(po))
        show kept, locked
        acyclic kept | locked | rfe | ca as global
        irreflexive po-loc ; com+ as local"#,
    );
    assert_eq!((machine.title.as_deref(), machine.checks.len()), (Some("a machine"), 2));

    let language = model(
        r#"C Language
        include "c11_cos.cat"
        include "c11_los.cat"
        let locks = [UL] ; lo ; [LK | LS]
        let depends = (addr | data | ctrl)+ ; [CON]
        let published = [REL | ACQ_REL | SC] ; (fencerel(F))? ; mo? ; rf ; [ACQ | ACQ_REL | SC]
        let before = (po | asw | locks | published | depends)+
        undefined_unless empty (loc & ext & W*_) \ (A*A | before | before^-1) as race
        irreflexive before ; (rf | mo | fr)+ as coherent
        call total(mo | loc^-1, emptyset)"#,
    );
    assert_eq!(language.checks.len(), 3);
}

#[test]
fn the_model_of_the_documentation_is_right() {
    let page = include_str!("../../../../docs/models.md");
    let text = page.split("```").nth(1).expect("the page has a model");
    assert_eq!(model(text).checks.len(), 4);
}

#[test]
fn several_names_are_defined_by_a_tuple() {
    assert_same("let (a, b) = (po, rf) in a | b", "po | rf");
    assert_same("let (a, _) = (po, rf) in a", "po");
    assert_same("let pair r = (r, r^-1) in let (a, b) = pair(rf) in b | a", "rf^-1 | rf");
}

#[test]
fn try_takes_any_expression() {
    assert_same("po | (try fencerel(DMB.ISH) with 0)", "po");
    assert_same("try fencerel(F) with 0", "po ; [F] ; po");
    assert_same("try (let rec a = a ; nothing in a) with rf", "rf");
    // A mistake of another kind is one.
    assert!(parse("let a = try R | po with 0").is_err());
}

#[test]
fn read_modify_writes_of_one_event_are_understood() {
    assert_same("(rf ; [RMW])*", "(rf ; (toid(R & W)))*");
    assert_different("[RMW]", "[RMW] ; [RMW]");
    assert_same("po & (_ * (SC & W & R))", "po & (_ * (SC & RMW))");
}

#[test]
fn empty_sets_leave_no_trace() {
    assert_same("let ccon = R & CON in po | rf ; [ccon] ; (data | addr)+", "po");
    assert_same("po \\ 0", "po");
}

#[test]
fn names_that_files_for_herd_take_for_granted() {
    for text in [
        "SC include \"fences.cat\" show sm \\ id as si acyclic po | ((fr | rf | co) ; sm) as sc",
        "include \"basic.cat\" empty M \\ (P | A | NAL) empty unv \\ (_ * _)",
        "show po as a, rf as b unshow co",
        "include \"cross.cat\" with co from generate_cos(co0) show rf^-1 ; co as fr",
        "empty atom & (fre ; coe) acyclic WW(po) | RM(po) | PA(WR(po)) | AP(WR(po)) | rfe | co | fr",
        "let rec ob = (rfe | fre | coe) ; si | ob ; ob irreflexive ob",
        "/* heap */ flag ~empty (ALLOC * FREE & allocptr) \\ po as race empty allocmem \\ po",
    ] {
        if let Err(error) = parse(text) {
            panic!("{error}");
        }
    }
}
