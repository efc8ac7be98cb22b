//! OPML, in which people carry their feeds from one program to another.

use super::Source;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::fmt::Write;

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
    let (mut sources, mut folders) = (Vec::new(), Vec::<Option<String>>::new());
    loop {
        match reader.read_event() {
            Ok(Event::Start(start)) if is_outline(&start) => {
                let source = source(&start, &folders);
                let is_folder = source.is_none();
                sources.extend(source);
                folders.push(attribute(&start, &["title", "text"]).filter(|_| is_folder));
            }
            Ok(Event::Empty(start)) if is_outline(&start) => {
                sources.extend(source(&start, &folders))
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

fn source(start: &BytesStart<'_>, folders: &[Option<String>]) -> Option<Source> {
    let url = attribute(start, &["xmlUrl", "xmlurl", "xmlURL"])?;
    let folder = folders.iter().rev().find_map(Clone::clone);
    Some(Source { url: url.trim().into(), title: attribute(start, &["title", "text"]), folder })
}

fn attribute(start: &BytesStart<'_>, names: &[&str]) -> Option<String> {
    let find = |name: &&str| {
        let mut attributes = start.html_attributes();
        let mut found = attributes.with_checks(false).flatten().filter(|a| a.key.as_ref() == *name);
        found.next().map(|a| html_escape::decode_html_entities(a.value.as_ref()).into_owned())
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
    let mut folders: Vec<Option<&str>> = Vec::new();
    for source in sources {
        let folder = source.folder.as_deref();
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    for folder in folders {
        if let Some(name) = folder {
            let _ = writeln!(out, "<outline text=\"{}\">", safe(name));
        }
        for source in sources.iter().filter(|s| s.folder.as_deref() == folder) {
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
