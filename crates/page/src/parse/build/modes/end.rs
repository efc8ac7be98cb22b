//! The end of the source: what every page has in any case is added.

use super::{Builder, Mode};
use crate::name;

impl Builder<'_> {
    pub fn finish(&mut self) {
        while self.step_to_body() || self.close_at_end() {}
        self.settle_attributes();
        self.fill_selected_contents();
    }

    /// Closes raw text or a template that the source has left open.
    fn close_at_end(&mut self) -> bool {
        if self.mode == Mode::Text {
            self.end_of_raw_text();
        } else if self.template_is_open() {
            self.pop_until(name::TEMPLATE);
            self.leave_template();
        } else {
            return false;
        }
        true
    }
}
