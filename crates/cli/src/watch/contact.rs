//! Who visits the web again and again tells its servers how to reach a person: who does not, or says something invented,
//! is blocked sooner or later. So a stream on the internet does not start before it knows an address of its user. It is
//! asked for once, where somebody can answer, and remembered in the folder of the store.

use super::{StreamArgs, WatchError};
use crate::value_parsers::contact;
use dehusk_stream::feed::Source;
use dehusk_stream::fetch::address::is_local;
use dehusk_stream::store::Reader;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Answers that are listened to.
const TRIES: usize = 3;

/// Finds out what the arguments leave open: what was remembered, or what the user answers. An error where the stream
/// would visit the internet without.
pub fn settle(args: &mut StreamArgs, wanted: &[Source]) -> Result<(), WatchError> {
    if args.fetch.contact.is_none() {
        args.fetch.contact = remembered(&args.data);
    }
    if !is_missing(args) || !visits_the_internet(&args.data, wanted) {
        return Ok(());
    }
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(WatchError::NoContact);
    }
    let answer = ask(&mut io::stdin().lock(), &mut io::stderr())?;
    args.fetch.contact = Some(answer.ok_or(WatchError::NoContact)?);
    Ok(())
}

/// Whether servers would not know whom they talk to. A web on one machine need not.
pub fn is_missing(args: &StreamArgs) -> bool {
    let known = args.fetch.contact.is_some() || args.fetch.names_a_contact();
    !known && args.connect_to.is_none()
}

/// Writes it down, once the folder is a store.
pub fn remember(args: &StreamArgs) -> Result<(), WatchError> {
    let Some(contact) = &args.fetch.contact else { return Ok(()) };
    if remembered(&args.data).as_ref() == Some(contact) {
        return Ok(());
    }
    let path = file(&args.data);
    std::fs::write(&path, format!("{contact}\n"))
        .map_err(|source| WatchError::Contact { path, source })
}

fn file(data: &Path) -> PathBuf {
    data.join("contact")
}

/// What was written down, unless somebody made nonsense of it.
fn remembered(data: &Path) -> Option<String> {
    contact(&std::fs::read_to_string(file(data)).ok()?).ok()
}

/// Whether a feed is on the internet, of those that are wanted and those that are known. A store that cannot be read is
/// told of when it is opened.
fn visits_the_internet(data: &Path, wanted: &[Source]) -> bool {
    let known = Reader::open(data).and_then(|reader| reader.feeds()).unwrap_or_default();
    let known = known.iter().map(|feed| feed.url.as_str());
    wanted.iter().map(|source| source.url.as_str()).chain(known).any(|url| !is_local(url))
}

fn ask(input: &mut impl BufRead, output: &mut impl Write) -> Result<Option<String>, io::Error> {
    writeln!(
        output,
        "Those who run the sites you visit should be able to reach you. Your e-mail or web address is told\n\
         to them with each request, and remembered for the next time."
    )?;
    for _ in 0..TRIES {
        write!(output, "Your address: ")?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match contact(&line) {
            Ok(contact) => return Ok(Some(contact)),
            Err(wrong) => writeln!(output, "{wrong}")?,
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Option<String> {
        ask(&mut text.as_bytes(), &mut Vec::new()).unwrap()
    }

    #[test]
    fn an_address_is_asked_for_until_there_is_one() {
        assert_eq!(answer("me@my-domain.org\n").as_deref(), Some("me@my-domain.org"));
        assert_eq!(answer("\nno\n https://my-domain.org \n").unwrap(), "https://my-domain.org");
        assert_eq!(answer("a\nb\nc\nme@my-domain.org\n"), None, "not for ever");
        assert_eq!(answer(""), None);
    }

    #[test]
    fn nonsense_is_not_remembered() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(remembered(folder.path()), None);
        std::fs::write(file(folder.path()), "me@my-domain.org\n").unwrap();
        assert_eq!(remembered(folder.path()).as_deref(), Some("me@my-domain.org"));
        std::fs::write(file(folder.path()), b"\xff\n").unwrap();
        assert_eq!(remembered(folder.path()), None);
    }
}
