//! Expressions and numbers.
//!
//! ```text
//! expression   operand, or two expressions with an operator between them, or "(" expression ")"
//! operand      name | number
//! ```
//!
//! Operators bind as in C, `+` and `-` the most, then `&`, `^` and `|`, and are applied from the
//! left.

use porf_entity::Diagnostic;

use super::Parser;
use super::function::Signature;
use crate::lexer::Token;
use crate::specification::{Expression, Operand, Operator};

/// The number of operators in an expression, and of parentheses around a part of it: more than
/// anyone writes, and little enough for recursive functions to walk it.
const LARGEST_EXPRESSION: u32 = 100;

/// The size of an expression that is being read.
#[derive(Default)]
struct Size {
    operators: u32,
    /// The number of parentheses that are open.
    nesting: u32,
}

/// The operators by strength, the weakest first.
const LEVELS: [&[(Token, Operator)]; 4] = [
    &[(Token::Bar, Operator::Or)],
    &[(Token::Caret, Operator::Xor)],
    &[(Token::Ampersand, Operator::And)],
    &[(Token::Plus, Operator::Add), (Token::Minus, Operator::Subtract)],
];

impl Parser<'_> {
    pub(super) fn expression(&mut self, signature: &Signature) -> Result<Expression, Diagnostic> {
        self.operation(0, signature, &mut Size::default())
    }

    /// Operands joined by the operators from this level on.
    fn operation(
        &mut self,
        level: usize,
        signature: &Signature,
        size: &mut Size,
    ) -> Result<Expression, Diagnostic> {
        let Some(operators) = LEVELS.get(level) else { return self.atom(signature, size) };
        let mut left = self.operation(level + 1, signature, size)?;
        while let Some(&(_, operator)) =
            operators.iter().find(|&&(token, _)| self.cursor.peek() == Some(token))
        {
            size.operators += 1;
            self.check_size(size)?;
            self.cursor.advance();
            let right = self.operation(level + 1, signature, size)?;
            left = Expression::Operation(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn atom(&mut self, signature: &Signature, size: &mut Size) -> Result<Expression, Diagnostic> {
        if self.cursor.peek() != Some(Token::OpenParenthesis) {
            return self.operand(signature).map(Expression::Operand);
        }
        size.nesting += 1;
        self.check_size(size)?;
        self.cursor.advance();
        let inner = self.operation(0, signature, size)?;
        size.nesting -= 1;
        self.cursor.expect(Token::CloseParenthesis, "an operator or `)`")?;
        Ok(inner)
    }

    fn check_size(&self, size: &Size) -> Result<(), Diagnostic> {
        if size.operators.max(size.nesting) <= LARGEST_EXPRESSION {
            return Ok(());
        }
        let label = format!("more than {LARGEST_EXPRESSION} operators and parentheses");
        let diagnostic = Diagnostic::new(self.cursor.span(), "this expression is too large", label);
        Err(diagnostic.with_help("let the caller compute a part of it, and pass it as an argument"))
    }

    /// A parameter, the value read, or a number.
    pub(super) fn operand(&mut self, signature: &Signature) -> Result<Operand, Diagnostic> {
        match self.cursor.peek() {
            Some(Token::Name) => {}
            Some(Token::Number | Token::Minus) => return self.number().map(Operand::Literal),
            _ => return Err(self.cursor.unexpected("a parameter, the value read, or a number")),
        }
        let name = self.cursor.expect_name("a name")?;
        if let Some(place) = signature.parameters.iter().position(|parameter| *parameter == name.text) {
            return Ok(Operand::Parameter(place));
        }
        if signature.result.as_ref() == Some(&name.text) {
            return Ok(Operand::Result);
        }
        let message = format!("nothing defines `{}`", name.text);
        let diagnostic = Diagnostic::new(name.span, message, "neither a parameter nor the value read");
        Err(match &signature.result {
            Some(result) => {
                let parameters = signature.parameters.iter().map(String::as_str);
                diagnostic.suggesting(&name.text, parameters.chain([result.as_str()]))
            }
            None => {
                let help = format!("to use the value read, name it: `{}(…) = {}`", signature.name, name.text);
                diagnostic.with_help(help)
            }
        })
    }

    /// A number with an optional sign. A hexadecimal number is any 64 bits.
    pub(super) fn number(&mut self) -> Result<i64, Diagnostic> {
        let start = self.cursor.span();
        let is_negative = self.cursor.eat(Token::Minus);
        let digits = self.cursor.expect(Token::Number, "a number")?;
        let span = self.cursor.since(start);
        let text = self.cursor.text(digits);
        let (radix, digits) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => (16, digits),
            None => (10, text),
        };
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
            let diagnostic = Diagnostic::new(span, "this is not a number", "not a number");
            return Err(diagnostic.with_help("numbers are written as `42` or `0x2a`"));
        }
        let value = u64::from_str_radix(digits, radix).ok().and_then(|magnitude| {
            let value = if is_negative { magnitude.wrapping_neg() } else { magnitude } as i64;
            // A decimal number must keep its sign.
            (radix == 16 || value == 0 || (value < 0) == is_negative).then_some(value)
        });
        value.ok_or_else(|| {
            let label = "does not fit in 64 bits with a sign";
            Diagnostic::new(span, "this number is too large", label)
                .with_help("values are numbers of 64 bits; hexadecimal ones have no sign")
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;
    use crate::specification::{Action, Expression, Operand, Operator};

    fn value(expression: &str) -> Expression {
        let text = format!("library x rmw f(r, d) = v writes {expression}");
        let parsed = parse(&text).unwrap_or_else(|diagnostic| panic!("{expression}: {diagnostic}"));
        match &parsed.functions[0].action {
            Action::Rmw(rmw) => rmw.update.value.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn operation(operator: Operator, left: Expression, right: Expression) -> Expression {
        Expression::Operation(operator, Box::new(left), Box::new(right))
    }

    #[test]
    fn operators_bind_as_in_c() {
        let [v, d] = [Operand::Result, Operand::Parameter(1)].map(Expression::Operand);
        let one = Expression::Operand(Operand::Literal(1));
        let difference = operation(Operator::Subtract, v.clone(), d.clone());
        assert_eq!(value("v-d"), difference);
        assert_eq!(value("v - d + 1"), operation(Operator::Add, difference.clone(), one.clone()));
        let sum = operation(Operator::Add, d.clone(), one.clone());
        assert_eq!(value("v - (d + 1)"), operation(Operator::Subtract, v.clone(), sum.clone()));
        assert_eq!(value("v & d + 1"), operation(Operator::And, v.clone(), sum));
        let and = operation(Operator::And, d.clone(), one.clone());
        assert_eq!(value("v ^ d & 1"), operation(Operator::Xor, v.clone(), and.clone()));
        let xor = operation(Operator::Xor, v.clone(), and);
        assert_eq!(value("d | v ^ d & 1"), operation(Operator::Or, d, xor));
        assert_eq!(value("((v))"), v);
    }

    #[test]
    fn numbers() {
        let literal = |text: &str| match value(text) {
            Expression::Operand(Operand::Literal(value)) => value,
            other => panic!("{other:?}"),
        };
        assert_eq!(literal("0"), 0);
        assert_eq!(literal("-0"), 0);
        assert_eq!(literal("007"), 7);
        assert_eq!(literal("9223372036854775807"), i64::MAX);
        assert_eq!(literal("-9223372036854775808"), i64::MIN);
        assert_eq!(literal("0xffffffffffffffff"), -1);
        assert_eq!(literal("-0X1f"), -31);
        for wrong in ["9223372036854775808", "-9223372036854775809", "0x10000000000000000", "0x", "1_0", "8u"]
        {
            assert!(parse(&format!("library x initially {wrong}")).is_err(), "{wrong}");
        }
    }
}
