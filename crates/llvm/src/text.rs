//! Names, strings and numbers as the text spells them.

use std::borrow::Cow;

use crate::ast::FloatKind;

/// The name in a token such as `%name`, `@"quoted\20name"` or `name:`, sigil and colon already
/// removed.
pub(crate) fn name(text: &str) -> Cow<'_, str> {
    match unquoted(text) {
        None => Cow::Borrowed(text),
        Some(inner) => string(inner),
    }
}

/// The contents of a string without its quotes: escapes resolved, unless the bytes would not be
/// text.
pub(crate) fn string(inner: &str) -> Cow<'_, str> {
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    String::from_utf8(bytes(inner)).map_or(Cow::Borrowed(inner), Cow::Owned)
}

/// The text between quotes, if the text begins with one.
pub(crate) fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// The bytes that a string without its quotes stands for: `\hh` is a byte, `\\` a backslash.
pub(crate) fn bytes(inner: &str) -> Vec<u8> {
    let inner = inner.as_bytes();
    let digit = |index: usize| inner.get(index).and_then(|&byte| (byte as char).to_digit(16));
    let mut result = Vec::with_capacity(inner.len());
    let mut index = 0;
    while index < inner.len() {
        let (byte, width) = match (inner[index], digit(index + 1), digit(index + 2)) {
            (b'\\', Some(high), Some(low)) => ((high * 16 + low) as u8, 3),
            (b'\\', ..) if inner.get(index + 1) == Some(&b'\\') => (b'\\', 2),
            (byte, ..) => (byte, 1),
        };
        result.push(byte);
        index += width;
    }
    result
}

/// An integer of `bits` bits, at most 128, in two's complement: decimal, or hexadecimal as `u0x…`
/// and `s0x…`.
pub(crate) fn integer(text: &str, bits: u32) -> Option<u128> {
    let mask = 1u128.checked_shl(bits).map_or(u128::MAX, |limit| limit - 1);
    let value = if let Some(digits) = text.strip_prefix("u0x") {
        hexadecimal(digits)?
    } else if let Some(digits) = text.strip_prefix("s0x") {
        // The digits' own top bit is the sign.
        let value = hexadecimal(digits)?;
        let width = 4 * digits.len() as u32;
        let is_negative = value.checked_shr(width - 1).is_some_and(|bit| bit & 1 == 1);
        if is_negative && width < 128 { value | u128::MAX << width } else { value }
    } else if let Some(digits) = text.strip_prefix('-') {
        decimal(digits)?.wrapping_neg()
    } else {
        decimal(text)?
    };
    Some(value & mask)
}

fn decimal(digits: &str) -> Option<u128> {
    if digits.starts_with('+') { None } else { digits.parse().ok() }
}

/// Up to 128 bits; leading zeros count as bits.
fn hexadecimal(digits: &str) -> Option<u128> {
    let fits = (1..=32).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if fits { u128::from_str_radix(digits, 16).ok() } else { None }
}

/// The bits of a floating-point number in its format. Numbers up to `double` are written in decimal
/// or with the bits of a double; the other formats have hexadecimal forms of their own.
pub(crate) fn float(text: &str, kind: FloatKind) -> Option<u128> {
    if let Some(digits) = text.strip_prefix("0x") {
        let form = digits.bytes().next()?;
        let own = match kind {
            FloatKind::Half => b'H',
            FloatKind::BFloat => b'R',
            FloatKind::X87 => b'K',
            FloatKind::Quad => b'L',
            FloatKind::DoubleDouble => b'M',
            FloatKind::Single | FloatKind::Double => {
                let bits = u64::try_from(hexadecimal(digits)?).ok()?;
                return Some(from_double(bits, kind));
            }
        };
        let value = hexadecimal(digits.get(1..)?)?;
        if form != own || value.checked_shr(kind.bits()).is_some_and(|above| above != 0) {
            return None;
        }
        // The two formats of 128 bits are written with the lower word first.
        return Some(if kind.bits() == 128 { value.rotate_left(64) } else { value });
    }
    let is_decimal = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
    match kind {
        FloatKind::Single | FloatKind::Double if is_decimal => {
            Some(from_double(text.parse::<f64>().ok()?.to_bits(), kind))
        }
        _ => None,
    }
}

fn from_double(bits: u64, kind: FloatKind) -> u128 {
    if kind == FloatKind::Double {
        return bits.into();
    }
    let value = f64::from_bits(bits);
    if value.is_nan() {
        // Conversion of the number would make a signalling NaN quiet.
        let sign = (bits >> 32) as u32 & 1 << 31;
        let payload = (bits >> 29) as u32 & 0x7f_ffff;
        return (sign | 0x7f80_0000 | payload).into();
    }
    (value as f32).to_bits().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_to_their_width() {
        assert_eq!(integer("-1", 8), Some(0xff));
        assert_eq!(integer("255", 8), Some(0xff));
        assert_eq!(integer("-128", 128), Some(128u128.wrapping_neg()));
        assert_eq!(integer("u0xFF", 32), Some(0xff));
        assert_eq!(integer("s0xFF", 32), Some(0xffff_ffff));
        assert_eq!(integer("s0x7F", 32), Some(0x7f));
        for bad in [
            "",
            "-",
            "+1",
            "1.0",
            "0x10",
            "u0x",
            "s0x",
            "u0xg",
            "12a",
            "999999999999999999999999999999999999999999",
        ] {
            assert_eq!(integer(bad, 64), None, "{bad}");
        }
    }

    #[test]
    fn floats_have_the_bits_of_their_format() {
        assert_eq!(float("1.000000e+00", FloatKind::Double), Some(1f64.to_bits().into()));
        assert_eq!(float("-2.5", FloatKind::Single), Some((-2.5f32).to_bits().into()));
        // 0.1f is not exact in decimal, so it is written with the bits of the double of the same
        // value.
        let tenth = format!("0x{:X}", f64::from(0.1f32).to_bits());
        assert_eq!(float(&tenth, FloatKind::Single), Some(0.1f32.to_bits().into()));
        assert_eq!(float("0x7FF8000000000000", FloatKind::Single), Some(0x7fc0_0000));
        assert_eq!(float("0x7FF0000020000000", FloatKind::Single), Some(0x7f80_0001));
        assert_eq!(float("0xK3FFF8000000000000000", FloatKind::X87), Some(0x3fff_8000_0000_0000_0000));
        assert_eq!(
            float("0xL00000000000000003FFF000000000000", FloatKind::Quad),
            Some(0x3fff_0000_0000_0000 << 64)
        );
        assert_eq!(float("0xH3C00", FloatKind::Half), Some(0x3c00));
        for bad in ["0x", "0xH3C00", "0xK", "nan", "inf", "1e", "0xé", ""] {
            assert_eq!(float(bad, FloatKind::Double), None, "{bad}");
        }
    }

    #[test]
    fn escapes_are_bytes() {
        assert_eq!(bytes(r"a\00\0A\\\zz\4"), b"a\0\n\\\\zz\\4");
        assert_eq!(name("\"a\\20b\""), "a b");
        assert_eq!(name("a.b"), "a.b");
        // Bytes that are no text stay as they are written.
        assert_eq!(name("\"\\FF\""), "\\FF");
    }
}
