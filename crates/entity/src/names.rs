//! Enumerations whose values have one name each, in text and in reports.

/// Declares an enumeration with a word for each value. `ALL` lists the values in the order of
/// declaration, which is also their `Ord`. `Display` prints the word.
#[macro_export]
macro_rules! named_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name { $($(#[$variant_meta])* $variant,)* }

        impl $name {
            /// All values, in the order of declaration.
            $vis const ALL: &[Self] = &[$(Self::$variant,)*];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $(Self::$variant => $text,)* })
            }
        }
    };
}
