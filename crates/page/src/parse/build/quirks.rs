//! Which document mode a doctype asks for.

use crate::page::Quirks;

/// Public identifiers, in lower case, whose pages were written for the browsers of their time.
const QUIRKY_PREFIXES: [&str; 55] = [
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];
const QUIRKY: [&str; 3] =
    ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];
const QUIRKY_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
/// Quirky without a system identifier, nearly standard with one.
const HTML_4: [&str; 2] =
    ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];
const LIMITED: [&str; 2] =
    ["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"];

/// The mode for a doctype whose name is `html` and that is not broken.
pub(super) fn mode(public: Option<&[u8]>, system: Option<&[u8]>) -> Quirks {
    let lower = |id: Option<&[u8]>| String::from_utf8_lossy(id.unwrap_or(b"")).to_ascii_lowercase();
    let has_system = system.is_some();
    let (public, system) = (lower(public), lower(system));
    let starts = |list: &[&str]| list.iter().any(|prefix| public.starts_with(prefix));
    if QUIRKY.contains(&public.as_str()) || system == QUIRKY_SYSTEM || starts(&QUIRKY_PREFIXES) {
        return Quirks::Quirks;
    }
    match (starts(&HTML_4), has_system) {
        (true, false) => Quirks::Quirks,
        (true, true) => Quirks::Limited,
        _ if starts(&LIMITED) => Quirks::Limited,
        _ => Quirks::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_doctypes_choose_their_mode() {
        let of = |public: &str, system: Option<&str>| {
            mode(Some(public.as_bytes()), system.map(str::as_bytes))
        };
        assert_eq!(mode(None, None), Quirks::No);
        assert_eq!(of("-//W3C//DTD HTML 4.01//EN", None), Quirks::No);
        assert_eq!(of("-//W3C//DTD HTML 4.01 Transitional//EN", None), Quirks::Quirks);
        assert_eq!(of("-//W3C//DTD HTML 4.01 Transitional//EN", Some("x")), Quirks::Limited);
        assert_eq!(of("-//W3C//DTD XHTML 1.0 Transitional//EN", Some("x")), Quirks::Limited);
        assert_eq!(of("-//IETF//DTD HTML//EN", None), Quirks::Quirks);
        assert_eq!(mode(None, Some(QUIRKY_SYSTEM.as_bytes())), Quirks::Quirks);
    }
}
