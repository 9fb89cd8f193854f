//! Output. Output has no effect on exploration, but can be recorded, so that the replay of an
//! execution shows it.

use std::fmt::Write;
use std::sync::Arc;

use porf_entity::ErrorKind;
use porf_ir::intrinsics::Printing;
use porf_program::Object;

use crate::code::List;
use crate::objects::FoundObject;
use crate::run::{Flow, Region, Runner};

/// The length of the longest string that is printed.
const LONGEST_STRING: u64 = 4096;
/// The largest width to which a conversion is padded.
const WIDEST: usize = 256;

impl Runner<'_> {
    /// Records the output, if the options ask for it. Undefined values must not be printed.
    pub(super) fn print(&mut self, printing: Printing, arguments: List) -> Flow {
        if let Printing::Listed { at } = printing {
            self.check_listed(self.argument(arguments, usize::from(at) + 1))?;
        }
        if !self.program.options.record_output {
            return Ok(());
        }
        let argument = |at: u8| self.argument(arguments, at.into());
        let text = match printing {
            Printing::Formatted { at } => {
                let mut next = usize::from(at);
                self.formatted(argument(at), || {
                    next += 1;
                    Some(self.argument(arguments, next))
                })
            }
            Printing::Listed { at } => {
                let mut area = self.read_now(argument(at + 1).wrapping_add(8), 8);
                self.formatted(argument(at), || {
                    let value = self.read_now(area?, 8);
                    area = area.map(|area| area.wrapping_add(8));
                    value
                })
            }
            Printing::Text { at } => self.string(argument(at)),
            Printing::Line { at } => self.string(argument(at)) + "\n",
            Printing::Character { at } => char::from(argument(at) as u8).to_string(),
            Printing::Nothing => String::new(),
        };
        Arc::make_mut(self.state.output.get_or_insert_default()).push_str(&text);
        Ok(())
    }

    /// Checks that the rest of a list of arguments is defined.
    fn check_listed(&self, list: u64) -> Flow {
        let Some(area) = self.read_now(list.wrapping_add(8), 8) else { return Ok(()) };
        let memory = self.state.memory.as_ref();
        let Some(FoundObject::Private(found)) = memory.map(|memory| memory.find(area)) else { return Ok(()) };
        let Object { base, size, .. } = found.allocation.object;
        for argument in (area..base.0 + size).step_by(8) {
            if self.read(Region::Private, argument, 8).undefined != 0 {
                return Err(ErrorKind::UninitialisedRead.into());
            }
        }
        Ok(())
    }

    /// The number at an address if it can be read without a visible action.
    fn read_now(&self, address: u64, length: u32) -> Option<u64> {
        match self.resolve(address, length.into(), false) {
            Ok(Region::Visible) | Err(_) => None,
            Ok(region) => self.read(region, address, length).defined().map(|value| value.0),
        }
    }

    /// The string at the address. Strings in visible memory are not known here.
    fn string(&self, address: u64) -> String {
        let mut bytes = Vec::new();
        for index in 0..LONGEST_STRING {
            match self.read_now(address.wrapping_add(index), 1) {
                Some(0) => return String::from_utf8_lossy(&bytes).into_owned(),
                Some(byte) => bytes.push(byte as u8),
                None => break,
            }
        }
        String::from_utf8_lossy(&bytes).into_owned() + "…"
    }

    /// The output of `printf`.
    fn formatted(&self, format: u64, mut next: impl FnMut() -> Option<u64>) -> String {
        let format = self.string(format);
        let mut text = String::new();
        let mut rest = format.as_str();
        while let Some((before, conversion)) = rest.split_once('%') {
            text += before;
            let Some((conversion, behind)) = Conversion::parse(conversion, &mut next) else {
                text.push('%');
                rest = conversion;
                continue;
            };
            rest = behind;
            let printed = match conversion.kind {
                '%' => "%".to_owned(),
                's' => next().map_or_else(|| "…".to_owned(), |address| conversion.cut(self.string(address))),
                _ => next().map_or_else(|| "…".to_owned(), |bits| conversion.number(bits)),
            };
            conversion.pad(&printed, &mut text);
        }
        text + rest
    }
}

/// One conversion of a format.
#[derive(Default, Debug)]
struct Conversion {
    left: bool,
    zeros: bool,
    plus: bool,
    width: usize,
    precision: Option<usize>,
    /// The number of bits of an integer.
    bits: u32,
    kind: char,
}

impl Conversion {
    /// The conversion at the beginning of the text, and the text behind it.
    fn parse<'t>(text: &'t str, next: &mut impl FnMut() -> Option<u64>) -> Option<(Self, &'t str)> {
        let mut conversion = Self { bits: 32, ..Self::default() };
        let flags = text.find(|flag| !"-+ #0".contains(flag))?;
        conversion.left = text[..flags].contains('-');
        conversion.zeros = text[..flags].contains('0');
        conversion.plus = text[..flags].contains('+');
        let (width, rest) = count(&text[flags..], next);
        conversion.width = width.unwrap_or(0).min(WIDEST);
        let rest = match rest.strip_prefix('.') {
            Some(rest) => {
                let (precision, rest) = count(rest, next);
                conversion.precision = Some(precision.unwrap_or(0).min(WIDEST));
                rest
            }
            None => rest,
        };
        let length = rest.find(|letter| !"hlLqjzt".contains(letter))?;
        conversion.bits = match &rest[..length] {
            "" => 32,
            "h" => 16,
            "hh" => 8,
            _ => 64,
        };
        let behind = &rest[length..];
        conversion.kind = behind.chars().next()?;
        let behind = &behind[conversion.kind.len_utf8()..];
        Some((conversion, behind))
    }

    fn cut(&self, text: String) -> String {
        match self.precision {
            Some(precision) => text.chars().take(precision).collect(),
            None => text,
        }
    }

    fn number(&self, bits: u64) -> String {
        let unused = 64 - self.bits;
        let unsigned = bits << unused >> unused;
        let signed = (bits << unused) as i64 >> unused;
        let sign = if self.plus { "+" } else { "" };
        let precision = self.precision.unwrap_or(6);
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = match self.kind {
            'd' | 'i' if signed >= 0 => write!(text, "{sign}{signed}"),
            'd' | 'i' => write!(text, "{signed}"),
            'u' => write!(text, "{unsigned}"),
            'x' => write!(text, "{unsigned:x}"),
            'X' => write!(text, "{unsigned:X}"),
            'o' => write!(text, "{unsigned:o}"),
            'c' => write!(text, "{}", char::from(bits as u8)),
            'p' => write!(text, "{bits:#x}"),
            'f' | 'F' => write!(text, "{:.precision$}", f64::from_bits(bits)),
            'e' | 'E' => write!(text, "{:.precision$e}", f64::from_bits(bits)),
            'g' | 'G' => write!(text, "{}", f64::from_bits(bits)),
            other => write!(text, "%{other}"),
        };
        text
    }

    fn pad(&self, printed: &str, text: &mut String) {
        let missing = self.width.saturating_sub(printed.chars().count());
        let digits = printed.strip_prefix('-').unwrap_or(printed);
        if self.left {
            text.push_str(printed);
            text.extend(std::iter::repeat_n(' ', missing));
        } else if self.zeros && !matches!(self.kind, 's' | 'c') {
            text.push_str(&printed[..printed.len() - digits.len()]);
            text.extend(std::iter::repeat_n('0', missing));
            text.push_str(digits);
        } else {
            text.extend(std::iter::repeat_n(' ', missing));
            text.push_str(printed);
        }
    }
}

/// The number at the beginning of the text, or `*` for a number that is passed, and the text behind
/// it.
fn count<'t>(text: &'t str, next: &mut impl FnMut() -> Option<u64>) -> (Option<usize>, &'t str) {
    if let Some(rest) = text.strip_prefix('*') {
        return (next().map(|bits| bits as u32 as usize), rest);
    }
    let digits = text.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(text.len());
    (text[..digits].parse().ok(), &text[digits..])
}
