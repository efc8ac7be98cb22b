//! The store under attack: power that goes, disks that fail, bits that flip, files that vanish.

mod crashes;
mod damage;
mod large;
mod lost;
mod old;
mod retention;
mod support;
