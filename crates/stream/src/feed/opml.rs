//! OPML, in which people carry their feeds from one program to another.

use super::{MAX_TITLE_BYTES, Source, beginning};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

/// Bytes of a folder's name that are kept; each of its feeds has it.
const MAX_FOLDER_BYTES: usize = 200;

/// The feeds of an OPML file. What is damaged is read as far as it goes.
///
/// ```
/// use dehusk_stream::feed::opml;
/// let text = "<opml><body><outline text='News'><outline text='Ferry' xmlUrl='https://f.example/feed'/></outline></body></opml>";
/// let sources = opml::read(text);
/// assert_eq!(sources[0].url, "https://f.example/feed");
/// assert_eq!(sources[0].folder.as_deref(), Some("News"));
/// assert_eq!(opml::read(&opml::write("Mine", &sources)), sources);
/// ```
pub fn read(text: &str) -> Vec<Source> {
    let repaired = super::repair::repair(text);
    let mut reader = Reader::from_str(&repaired.text);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    // The folder that holds at each level: its own name, or that of the level above.
    let (mut sources, mut folders) = (Vec::new(), Vec::<Option<Rc<str>>>::new());
    loop {
        let folder = folders.last().cloned().flatten();
        match reader.read_event() {
            Ok(Event::Start(start)) if is_outline(&start) => {
                let source = source(&start, folder.as_deref());
                let named = attribute(&start, &["title", "text"]).filter(|_| source.is_none());
                folders
                    .push(named.map(|name| beginning(&name, MAX_FOLDER_BYTES).into()).or(folder));
                sources.extend(source);
            }
            Ok(Event::Empty(start)) if is_outline(&start) => {
                sources.extend(source(&start, folder.as_deref()));
            }
            Ok(Event::End(end)) if end.local_name().as_ref() == "outline" => drop(folders.pop()),
            Ok(Event::Eof) | Err(_) => return sources,
            Ok(_) => {}
        }
    }
}

fn is_outline(start: &BytesStart<'_>) -> bool {
    start.local_name().as_ref() == "outline"
}

fn source(start: &BytesStart<'_>, folder: Option<&str>) -> Option<Source> {
    let url = attribute(start, &["xmlUrl", "xmlurl", "xmlURL"])?.trim().to_string();
    let title = attribute(start, &["title", "text"]);
    Some(Source { url, title, folder: folder.map(str::to_string) })
}

fn attribute(start: &BytesStart<'_>, names: &[&str]) -> Option<String> {
    let find = |name: &&str| {
        let mut attributes = start.html_attributes();
        let mut found = attributes.with_checks(false).flatten().filter(|a| a.key.as_ref() == *name);
        let value = found.next()?;
        let value = beginning(value.value.as_ref(), MAX_TITLE_BYTES);
        Some(html_escape::decode_html_entities(value).into_owned())
    };
    names.iter().find_map(find).filter(|value| !value.trim().is_empty())
}

/// An OPML file of these feeds, by their folders.
pub fn write(title: &str, sources: &[Source]) -> String {
    let safe = |text: &str| html_escape::encode_safe(text).into_owned();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n<head><title>{}</title></head>\n<body>\n",
        safe(title)
    );
    for (folder, sources) in by_folder(sources) {
        if let Some(name) = folder {
            let _ = writeln!(out, "<outline text=\"{}\">", safe(name));
        }
        for source in sources {
            let title = source.title.as_deref().map(|t| format!(" text=\"{}\"", safe(t)));
            let title = title.unwrap_or_default();
            let _ =
                writeln!(out, "<outline type=\"rss\"{title} xmlUrl=\"{}\"/>", safe(&source.url));
        }
        if folder.is_some() {
            out.push_str("</outline>\n");
        }
    }
    out + "</body>\n</opml>\n"
}

/// The feeds of each folder, folders in the order of their first feeds.
fn by_folder(sources: &[Source]) -> Vec<(Option<&str>, Vec<&Source>)> {
    let mut folders: Vec<(Option<&str>, Vec<&Source>)> = Vec::new();
    let mut numbers = HashMap::new();
    for source in sources {
        let folder = source.folder.as_deref();
        let number = *numbers.entry(folder).or_insert(folders.len());
        if number == folders.len() {
            folders.push((folder, Vec::new()));
        }
        folders[number].1.push(source);
    }
    folders
}
