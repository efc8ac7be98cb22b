//! Lines of Markdown inside of quotes and items.
//!
//! Every line of a block carries the marks of what it stands in: `> ` for a quote, the bullet for the
//! first line of an item and as many spaces for the others.

/// Deeper quotes and items are put into the deepest one: the marks of a line must not grow without bound.
pub(crate) const MAX_DEPTH: usize = 24;

#[derive(Clone, Debug)]
enum Mark {
    Quote,
    /// `indent` is how far the other lines are moved in.
    Item {
        bullet: String,
        indent: usize,
        used: bool,
    },
}

/// What stands between two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    Line,
    Blank,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    out: String,
    marks: Vec<Mark>,
    /// Quotes and items beyond the deepest.
    beyond: usize,
    /// How many marks the last block and the next one share.
    shared: usize,
    /// The gap before an item, if one has just begun.
    gap: Option<Gap>,
    /// Whether the next block follows the last one without a blank line.
    tight: bool,
}

impl Lines {
    pub fn finish(self) -> String {
        self.out
    }

    /// How many quotes and items are open.
    pub fn depth(&self) -> usize {
        self.marks.len() + self.beyond
    }

    /// How many characters stand before the text of a line.
    pub fn indent(&self) -> usize {
        let width = |mark: &Mark| match mark {
            Mark::Quote => 2,
            Mark::Item { indent, .. } => *indent,
        };
        self.marks.iter().map(width).sum()
    }

    pub fn open_quote(&mut self) {
        self.open(Mark::Quote);
    }

    /// What follows stands in the next line.
    pub fn tight(&mut self) {
        self.tight = true;
    }

    /// Opens an item, whose lines after the first are moved in. Its first block follows what was before by `gap`.
    pub fn open_item(&mut self, bullet: String, indent: usize, gap: Gap) {
        if self.gap.is_none() {
            self.gap = Some(gap);
        }
        self.open(Mark::Item { bullet, indent, used: false });
    }

    fn open(&mut self, mark: Mark) {
        if self.marks.len() < MAX_DEPTH {
            self.marks.push(mark);
            return;
        }
        self.beyond += 1;
        if let (Mark::Item { .. }, Some(last @ Mark::Item { .. })) = (&mark, self.marks.last_mut())
        {
            *last = mark;
            self.shared = self.shared.min(self.marks.len() - 1);
        }
    }

    pub fn close(&mut self) {
        self.tight = false;
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        self.marks.pop();
        self.shared = self.shared.min(self.marks.len());
        if !self.has_new_item() {
            self.gap = None;
        }
    }

    fn has_new_item(&self) -> bool {
        self.marks.iter().any(|m| matches!(m, Mark::Item { used: false, .. }))
    }

    /// Writes a block of one or more lines.
    pub fn block(&mut self, text: &str) {
        self.separate();
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.out.push('\n');
            }
            self.begin_line(self.marks.len(), line.is_empty());
            self.out.push_str(line);
        }
        self.shared = self.marks.len();
    }

    fn separate(&mut self) {
        let gap = self.gap.take().filter(|_| self.has_new_item()).unwrap_or(Gap::Blank);
        let gap = if std::mem::take(&mut self.tight) { Gap::Line } else { gap };
        if self.out.is_empty() {
            return;
        }
        self.out.push('\n');
        if gap == Gap::Blank {
            self.begin_line(self.shared, true);
            self.out.push('\n');
        }
    }

    /// Writes the marks of a line, without spaces at its end where nothing follows.
    fn begin_line(&mut self, marks: usize, blank: bool) {
        let start = self.out.len();
        for mark in self.marks.iter_mut().take(marks) {
            match mark {
                Mark::Quote => self.out.push_str("> "),
                Mark::Item { bullet, used: used @ false, .. } => {
                    self.out.push_str(bullet);
                    *used = true;
                }
                Mark::Item { indent, .. } => {
                    self.out.extend(std::iter::repeat_n(' ', *indent));
                }
            }
        }
        if blank {
            let kept = self.out[start..].trim_end_matches(' ').len();
            self.out.truncate(start + kept);
        }
    }
}
