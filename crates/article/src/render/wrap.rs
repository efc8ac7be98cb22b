//! Lines of a bounded length.

/// Breaks a line at its spaces so that no part is longer than `width` where its words allow it; the parts after the
/// first begin with `indent`. `may_break` says of what a line has so far and of the rest whether the line may end between.
pub(super) fn wrap(
    line: &str,
    width: usize,
    indent: &str,
    may_break: impl Fn(&str, &str) -> bool,
) -> String {
    let lead = line.len() - line.trim_start_matches([' ', '\u{a0}']).len();
    let mut out = String::with_capacity(line.len());
    let mut length = line[..lead].chars().count();
    out.push_str(&line[..lead]);
    let mut rest = &line[lead..];
    let (mut first, mut begin) = (true, 0);
    while !rest.is_empty() {
        let end = rest.find(' ').unwrap_or(rest.len());
        let word = &rest[..end];
        let size = word.chars().count();
        if !first && length + 1 + size > width && may_break(&out[begin..], rest) {
            out.push('\n');
            begin = out.len();
            out.push_str(indent);
            length = indent.chars().count() + size;
        } else {
            if !first {
                out.push(' ');
            }
            length += size + usize::from(!first);
        }
        out.push_str(word);
        rest = rest.get(end + 1..).unwrap_or("");
        first = false;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("aa bb cc dd", 5, "", |_, _| true), "aa bb\ncc dd");
        assert_eq!(wrap("- aa bb cc", 7, "  ", |_, _| true), "- aa bb\n  cc");
        assert_eq!(wrap("averylongword b", 5, "", |_, _| true), "averylongword\nb");
        assert_eq!(wrap("aa bb - cc", 5, "", |_, rest| !rest.starts_with('-')), "aa bb -\ncc");
        assert_eq!(wrap("", 5, "", |_, _| true), "");
    }
}
