//! Functions made by the builder obey all rules and have no more block parameters than they need.

use super::*;
use crate::{Module, verify};

/// The text of the function, which must obey the rules.
fn text_of(builder: FunctionBuilder) -> String {
    let mut module = Module::default();
    module.functions.push(builder.finish());
    let text = module.to_string();
    assert_eq!(verify(&module), Ok(()), "{text}");
    text
}

/// `var = 0; while (var < n) { var = var + 1; } return var, n, other;`
#[test]
fn a_loop_gets_a_parameter_for_what_changes_in_it_only() {
    let mut b = FunctionBuilder::new("count", &[Type::I32], &[Type::I32, Type::I32, Type::I8]);
    let [changed, limit] = [b.declare_variable(Type::I32), b.declare_variable(Type::I32)];
    let unset = b.declare_variable(Type::I8);
    let param = b.params()[0];
    b.define_variable(limit, param);
    let zero = b.constant(Type::I32, 0);
    b.define_variable(changed, zero);
    let [header, body, after] = [b.create_block(), b.create_block(), b.create_block()];
    b.jump(header);
    b.switch_to_block(header);
    let (lhs, rhs) = (b.use_variable(changed), b.use_variable(limit));
    let condition = b.compare(Comparison::Slt, lhs, rhs);
    b.branch(condition, body, after);
    b.seal_block(body);
    b.seal_block(after);
    b.switch_to_block(body);
    let (old, one) = (b.use_variable(changed), b.constant(Type::I32, 1));
    let new = b.binary(BinaryOp::Add, old, one);
    b.define_variable(changed, new);
    b.jump(header);
    b.seal_block(header);
    b.switch_to_block(after);
    let results = [b.use_variable(changed), b.use_variable(limit), b.use_variable(unset)];
    b.return_values(&results);
    let expected = "\
function f0 \"count\"(%v0: i32) -> (i32, i32, i8) {
b0:
  %v1: i8 = const 0
  %v2: i32 = const 0
  jump b1(%v2)
b1(%v3: i32):
  %v4: i1 = icmp.slt %v3, %v0
  branch %v4, b2, b3
b2:
  %v5: i32 = const 1
  %v6: i32 = add %v3, %v5
  jump b1(%v6)
b3:
  return %v3, %v0, %v1
}
";
    assert_eq!(text_of(b), expected);
}

/// A variable that two nested loops only read: the parameter of the outer loop is superfluous only once
/// that of the inner one is gone.
#[test]
fn nested_loops_get_no_parameter_for_what_does_not_change() {
    let mut b = FunctionBuilder::new("nested", &[Type::I1], &[]);
    let variable = b.declare_variable(Type::I1);
    let param = b.params()[0];
    b.define_variable(variable, param);
    let [outer, inner, after] = [b.create_block(), b.create_block(), b.create_block()];
    b.jump(outer);
    for (header, exit) in [(outer, after), (inner, outer)] {
        b.switch_to_block(header);
        let condition = b.use_variable(variable);
        b.branch(condition, inner, exit);
    }
    b.switch_to_block(after);
    b.return_values(&[]);
    let text = text_of(b);
    assert!(text.contains("b1:\n  branch %v0, b2, b3\nb2:\n  branch %v0, b2, b1\n"), "{text}");
}

/// Both ways out of one branch may lead to the same block.
#[test]
fn parameters_of_variables_come_after_those_of_the_front_end() {
    let mut b = FunctionBuilder::new("merge", &[Type::I1], &[Type::I32, Type::I32]);
    let variable = b.declare_variable(Type::I32);
    let [other, merge] = [b.create_block(), b.create_block()];
    let explicit = b.append_block_param(merge, Type::I32);
    let condition = b.params()[0];
    let [one, two] = [1, 2].map(|n| b.constant(Type::I32, n));
    b.define_variable(variable, one);
    b.branch(condition, (merge, [two]), other);
    b.switch_to_block(other);
    b.define_variable(variable, two);
    b.branch(condition, (merge, [one]), (merge, vec![two]));
    b.switch_to_block(merge);
    let merged = b.use_variable(variable);
    b.return_values(&[merged, explicit]);
    let text = text_of(b);
    assert!(text.contains("branch %v0, b2(%v2, %v1), b1\n"), "{text}");
    assert!(text.contains("branch %v0, b2(%v1, %v2), b2(%v2, %v2)\n"), "{text}");
    assert!(text.contains("b2(%v3: i32, %v4: i32):\n  return %v4, %v3\n"), "{text}");
}

#[test]
fn code_that_control_never_reaches_is_legal() {
    let mut b = FunctionBuilder::new("dead", &[], &[Type::I32]);
    let variable = b.declare_variable(Type::I32);
    let [dead, ring, chord] = [b.create_block(), b.create_block(), b.create_block()];
    let zero = b.use_variable(variable);
    b.return_values(&[zero]);
    // A block without predecessors, one way into a ring of blocks, and out of it.
    b.switch_to_block(ring);
    b.jump(chord);
    b.seal_block(chord);
    b.switch_to_block(chord);
    b.jump(ring);
    b.seal_block(ring);
    b.switch_to_block(dead);
    b.seal_block(dead);
    let in_dead = b.use_variable(variable);
    b.return_values(&[in_dead]);
    b.switch_to_block(chord);
    let _ = b.use_variable(variable);
    text_of(b);
}

/// A chain of diamonds, longer than any stack would bear: the variable that is never changed goes
/// through without a parameter, the one that is changed in every diamond has one in every merge.
#[test]
fn long_functions_need_no_deep_stack() {
    const DIAMONDS: usize = 20_000;
    let mut b = FunctionBuilder::new("chain", &[Type::I1, Type::I32], &[Type::I32, Type::I32]);
    let [kept, changed] = [b.declare_variable(Type::I32), b.declare_variable(Type::I32)];
    let (condition, start) = (b.params()[0], b.params()[1]);
    b.define_variable(kept, start);
    for _ in 0..DIAMONDS {
        let [left, right, merge] = [b.create_block(), b.create_block(), b.create_block()];
        b.branch(condition, left, right);
        b.switch_to_block(left);
        let fresh = b.constant(Type::I32, 7);
        b.define_variable(changed, fresh);
        b.jump(merge);
        b.switch_to_block(right);
        b.jump(merge);
        for block in [left, right, merge] {
            b.seal_block(block);
        }
        b.switch_to_block(merge);
    }
    let results = [b.use_variable(kept), b.use_variable(changed)];
    b.return_values(&results);
    let function = b.finish();
    let params: usize = function.blocks.values().map(|block| block.params.len()).sum();
    assert_eq!(params, DIAMONDS);
    assert!(function.blocks.values().all(|block| block.params.len() <= 1));
}
