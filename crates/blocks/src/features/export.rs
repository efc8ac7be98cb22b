//! Structs of named numbers that export themselves as a vector.
//!
//! A model sees a vector, people see names. Both come from one list of fields, so that a name and a value
//! can not get out of step.

/// Something that is one or more numbers, each with a name.
pub(crate) trait Export {
    /// How many numbers it is.
    const LEN: usize;
    /// Appends the names of its numbers, each beginning with `prefix`.
    fn names(prefix: &str, out: &mut Vec<String>);
    /// Writes its numbers to the first places, in the order of their names.
    fn write(&self, out: &mut [f32]);
}

macro_rules! number {
    ($($type:ty),*) => {$(
        impl Export for $type {
            const LEN: usize = 1;
            fn names(prefix: &str, out: &mut Vec<String>) {
                out.push(prefix.to_string());
            }
            #[inline]
            fn write(&self, out: &mut [f32]) {
                out[0] = *self as f32;
            }
        }
    )*};
}

number!(f32, i32, u32, u8, i8);

impl Export for bool {
    const LEN: usize = 1;
    fn names(prefix: &str, out: &mut Vec<String>) {
        out.push(prefix.to_string());
    }
    #[inline]
    fn write(&self, out: &mut [f32]) {
        out[0] = f32::from(u8::from(*self));
    }
}

/// Places are counted from 1, as people do.
impl<T: Export, const N: usize> Export for [T; N] {
    const LEN: usize = N * T::LEN;
    fn names(prefix: &str, out: &mut Vec<String>) {
        (1..=N).for_each(|place| T::names(&format!("{prefix}_{place}"), out));
    }
    #[inline]
    fn write(&self, out: &mut [f32]) {
        let places = out.chunks_exact_mut(T::LEN.max(1));
        self.iter().zip(places).for_each(|(value, places)| value.write(places));
    }
}

/// A struct whose fields are exported in their order, under their names.
macro_rules! exported {
    ($(#[$about:meta])* pub struct $name:ident {
        $($(#[$field_about:meta])* pub $field:ident: $type:ty,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $($(#[$field_about])* pub $field: $type,)*
        }

        impl crate::features::export::Export for $name {
            const LEN: usize = 0 $(+ <$type as crate::features::export::Export>::LEN)*;
            fn names(prefix: &str, out: &mut Vec<String>) {
                let joint = if prefix.is_empty() { "" } else { "_" };
                $(<$type as crate::features::export::Export>::names(
                    &format!("{prefix}{joint}{}", stringify!($field)),
                    out,
                );)*
            }
            #[inline]
            fn write(&self, out: &mut [f32]) {
                $(
                    let (own, out) = out.split_at_mut(<$type as crate::features::export::Export>::LEN);
                    crate::features::export::Export::write(&self.$field, own);
                )*
                let _ = out;
            }
        }
    };
}
pub(crate) use exported;

/// What rows of numbers have, for structs that are whole rows.
macro_rules! row {
    ($name:ident) => {
        impl $name {
            /// How many numbers they are.
            pub const LEN: usize = <$name as crate::features::export::Export>::LEN;

            /// The names of all numbers, in their order.
            pub fn names() -> &'static [String] {
                static NAMES: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
                NAMES.get_or_init(|| {
                    let mut names = Vec::with_capacity($name::LEN);
                    <$name as crate::features::export::Export>::names("", &mut names);
                    names
                })
            }

            /// Appends all numbers, for models.
            pub fn write_to(&self, out: &mut Vec<f32>) {
                let start = out.len();
                out.resize(start + $name::LEN, 0.0);
                crate::features::export::Export::write(self, &mut out[start..]);
            }

            /// All numbers.
            pub fn to_vec(&self) -> Vec<f32> {
                let mut out = Vec::new();
                self.write_to(&mut out);
                out
            }
        }
    };
}
pub(crate) use row;

/// An enum whose variants are places of a table of small numbers, and that table.
macro_rules! places {
    ($(#[$about:meta])* pub enum $place:ident in $(#[$table_about:meta])* $table:ident of $width:literal {
        $($(#[$variant_about:meta])* $variant:ident = $text:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum $place {
            $($(#[$variant_about])* $variant,)*
        }

        impl $place {
            /// All of them, in their order.
            pub const ALL: &[$place] = &[$($place::$variant,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $($place::$variant => $text,)*
                }
            }
        }

        $(#[$table_about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $table(pub(crate) [u8; $width]);

        impl $table {
            /// The number at a place.
            pub fn get(&self, place: $place) -> u8 {
                self.0[place as usize]
            }
        }

        impl crate::features::export::Export for $table {
            const LEN: usize = $place::ALL.len();
            fn names(prefix: &str, out: &mut Vec<String>) {
                out.extend($place::ALL.iter().map(|p| format!("{prefix}_{}", p.name())));
            }
            #[inline]
            fn write(&self, out: &mut [f32]) {
                let places = $place::ALL.iter().zip(out);
                places.for_each(|(&place, value)| *value = f32::from(self.get(place)));
            }
        }
    };
}
pub(crate) use places;

#[cfg(test)]
mod tests {
    use super::*;

    exported! {
        pub struct Inner {
            pub a: f32,
            pub b: bool,
        }
    }
    exported! {
        pub struct Outer {
            pub first: u8,
            pub pair: [Inner; 2],
        }
    }

    #[test]
    fn names_and_values_are_in_step() {
        let mut names = Vec::new();
        Outer::names("", &mut names);
        assert_eq!(names, ["first", "pair_1_a", "pair_1_b", "pair_2_a", "pair_2_b"]);
        let pair = [Inner { a: 0.5, b: true }, Inner { a: 0.25, b: false }];
        let mut values = [0.0; 5];
        Outer { first: 7, pair }.write(&mut values);
        assert_eq!(values, [7.0, 0.5, 1.0, 0.25, 0.0]);
        assert_eq!(Outer::LEN, 5);
    }
}
