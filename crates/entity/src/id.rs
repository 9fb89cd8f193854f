//! Typed ids: one newtype for each kind of entity, so that an index into one table cannot be used
//! in another, and so that reports print the same name everywhere.

/// A dense index that names an element of a [`PrimaryMap`](crate::PrimaryMap).
pub trait EntityId: Copy + Eq {
    /// The id of the element at `index`.
    fn from_index(index: usize) -> Self;
    /// The position of the element in its map.
    fn index(self) -> usize;
}

/// Declares an id newtype with its [`EntityId`] implementation and a `Display` that prints the
/// given prefix before the number. The newtype and an `Option` of it have the size of a `u32`.
#[macro_export]
macro_rules! entity_id {
    ($(#[$meta:meta])* $vis:vis struct $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(std::num::NonZeroU32);

        impl $crate::EntityId for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                debug_assert!(u32::try_from(index).is_ok_and(|index| index < u32::MAX), "too many elements");
                Self(std::num::NonZeroU32::MIN.saturating_add(index as u32))
            }
            #[inline]
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), $crate::EntityId::index(*self))
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u64($crate::EntityId::index(*self) as u64)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let index = <u32 as $crate::serde::Deserialize>::deserialize(deserializer)?;
                match index.checked_add(1) {
                    Some(_) => Ok($crate::EntityId::from_index(index as usize)),
                    None => Err($crate::serde::de::Error::custom("there are not so many elements")),
                }
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

entity_id! {
    /// A thread of the program under test.
    pub struct ThreadId, "t"
}

entity_id! {
    /// A library with a specification.
    pub struct LibraryId, "library "
}

entity_id! {
    /// A function of a library with a specification, by its place there.
    pub struct LibraryFunctionId, "function "
}
