//! Numbers with names, gathered in one order.
//!
//! A model is trained on columns and explained by their names; both come from the same code, which gives
//! each number with its name to whoever asks for one of the two.

/// Takes numbers with their names.
pub(super) trait ColumnSink {
    /// The name comes in two pieces, which only those who want it put together.
    fn add_to(&mut self, name: &str, of: &str, value: f32);

    fn add(&mut self, name: &str, value: f32) {
        self.add_to(name, "", value);
    }

    fn add_flag(&mut self, name: &str, value: bool) {
        self.add(name, f32::from(u8::from(value)));
    }
}

/// Keeps the numbers.
#[derive(Default)]
pub(super) struct Values(pub Vec<f32>);

impl ColumnSink for Values {
    fn add_to(&mut self, _: &str, _: &str, value: f32) {
        self.0.push(value);
    }
}

/// Keeps the names.
#[derive(Default)]
pub(super) struct Names(pub Vec<String>);

impl ColumnSink for Names {
    fn add_to(&mut self, name: &str, of: &str, _: f32) {
        self.0.push(format!("{name}{of}"));
    }
}
