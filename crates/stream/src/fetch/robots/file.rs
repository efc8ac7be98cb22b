//! The lines of a robots.txt: which of them speak to a program.

use std::time::Duration;

/// Bytes of a line that are looked at; eight times the length of the longest addresses in use.
const MAX_LINE: usize = 8 * 2083;

/// The rules for one program, from all the places where it is spoken to.
#[derive(Debug, Default)]
pub struct Group<'f> {
    /// Paths, and whether they are allowed.
    pub rules: Vec<(&'f [u8], bool)>,
    /// The pause between requests.
    pub delay: Option<Duration>,
}

/// One line that means something.
enum Line<'f> {
    Agent(&'f [u8]),
    Rule(&'f [u8], bool),
    Delay(&'f [u8]),
}

/// Who the lines being read are for.
#[derive(Default)]
struct Audience {
    /// Programs are being named; the next one joins them.
    naming: bool,
    us: bool,
    all: bool,
}

/// The rules for the program called `product`: those of all groups that name it, or, where none does, of those
/// for everybody. Lines before the first group are for nobody.
pub fn read_groups<'f>(product: &str, file: &'f [u8]) -> Group<'f> {
    let (mut ours, mut everybodys) = (None::<Group<'_>>, Group::default());
    let mut audience = Audience::default();
    for line in lines(without_mark(file)).filter_map(Line::read) {
        if let Line::Agent(name) = line {
            if !audience.naming {
                audience = Audience { naming: true, ..Audience::default() };
            }
            audience.all |= is_everybody(name);
            if names(name, product) {
                audience.us = true;
                ours.get_or_insert_default();
            }
            continue;
        }
        audience.naming = false;
        if audience.us
            && let Some(ours) = &mut ours
        {
            ours.take(&line);
        }
        if audience.all {
            everybodys.take(&line);
        }
    }
    ours.unwrap_or(everybodys)
}

impl<'f> Group<'f> {
    fn take(&mut self, line: &Line<'f>) {
        match line {
            // An empty path is no rule: it forbids nothing.
            Line::Rule(path, allows) if !path.is_empty() => self.rules.push((path, *allows)),
            Line::Delay(seconds) => self.delay = self.delay.or_else(|| delay(seconds)),
            _ => {}
        }
    }
}

impl<'f> Line<'f> {
    fn read(line: &'f [u8]) -> Option<Line<'f>> {
        let line = line.get(..MAX_LINE).unwrap_or(line);
        let line = line.split(|&b| b == b'#').next().unwrap_or_default().trim_ascii();
        // Some forget the colon.
        let colon = line.iter().position(|&b| b == b':');
        let end = colon.or_else(|| line.iter().position(u8::is_ascii_whitespace))?;
        let (key, value) = (line[..end].trim_ascii(), line[end + 1..].trim_ascii());
        let is = |names: &[&str]| names.iter().any(|n| key.eq_ignore_ascii_case(n.as_bytes()));
        // Who writes these means what he says, whatever his spelling.
        if is(&["user-agent", "useragent", "user agent"]) {
            Some(Line::Agent(value))
        } else if is(&["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]) {
            Some(Line::Rule(value, false))
        } else if is(&["allow"]) {
            Some(Line::Rule(value, true))
        } else if is(&["crawl-delay", "crawldelay"]) {
            Some(Line::Delay(value))
        } else {
            None
        }
    }
}

/// Lines end with LF, CR, or both.
fn lines(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    file.split(|&b| matches!(b, b'\n' | b'\r'))
}

/// The file without its byte order mark, or the part of one that is left.
fn without_mark(file: &[u8]) -> &[u8] {
    let mark = [b"\xef\xbb\xbf".as_slice(), b"\xef\xbb", b"\xef"];
    mark.iter().find_map(|mark| file.strip_prefix(*mark)).unwrap_or(file)
}

/// An asterisk, whatever follows it after a space.
fn is_everybody(name: &[u8]) -> bool {
    name.strip_prefix(b"*").is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Whether a line names a program: up to the first character that names do not have, in either case.
fn names(line: &[u8], product: &str) -> bool {
    let in_name = |b: &u8| b.is_ascii_alphabetic() || matches!(b, b'-' | b'_');
    let end = line.iter().position(|b| !in_name(b)).unwrap_or(line.len());
    end > 0 && line[..end].eq_ignore_ascii_case(product.as_bytes())
}

fn delay(seconds: &[u8]) -> Option<Duration> {
    let seconds: f32 = std::str::from_utf8(seconds).ok()?.parse().ok()?;
    Duration::try_from_secs_f32(seconds).ok()
}
