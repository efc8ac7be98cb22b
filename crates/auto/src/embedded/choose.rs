//! Which of all strings in a page's data is its content.

use super::prose;
use super::rich;
use super::sources::Source;
use super::titles::Titles;
use dehusk_extract::json::Json;

/// Words a content must have.
const MIN_WORDS: u32 = 50;
/// Words a content must have where neither the page's title nor structured data speaks for it.
const MIN_UNNAMED: u32 = 120;
/// Levels of data that are searched.
const MAX_DEPTH: usize = 32;
/// Bytes a string must have to be measured.
const MIN_BYTES: usize = 80;
/// How much larger the best must be than the next one, where nothing but size speaks for it.
const LEAD: f32 = 1.5;
/// Characters of a path that are shown.
const MAX_PATH: usize = 120;

/// Parts of keys under which a content stands, and what that is worth.
const GOOD: &[&str] = &[
    "articlebody",
    "body",
    "content",
    "article",
    "text",
    "html",
    "story",
    "paragraph",
    "blocks",
    "post",
    "description",
    "markdown",
    "document",
    "recipeinstructions",
    "summary",
    "answer",
];
/// Parts of keys under which something else stands.
const BAD: &[&str] = &[
    "comment",
    "related",
    "recommend",
    "translation",
    "i18n",
    "locale",
    "messages",
    "language",
    "footer",
    "navigation",
    "menu",
    "sidebar",
    "cart",
    "checkout",
    "terms",
    "policy",
    "privacy",
    "cookie",
    "consent",
    "legal",
    "disclaimer",
    "css",
    "style",
    "script",
    "config",
    "setting",
    "author",
    "publisher",
    "copyright",
    "banner",
    "advert",
    "seo",
    "faq",
    "modal",
    "label",
    "review",
    "shipping",
    "return",
    "newsletter",
    "itemlistelement",
    "ispartof",
    "error",
    "dictionary",
    "strings",
    "svg",
];
/// Keys of structured data that hold the text of what is described.
const STRUCTURED: &[&str] =
    &["articleBody", "text", "description", "recipeInstructions", "reviewBody"];
/// Keys of titles.
const TITLES: &[&str] = &["title", "headline", "name", "heading"];

/// A string or list that may be the content.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub html: String,
    pub source: String,
    pub words: u32,
    /// Words, weighted by what speaks for and against it.
    score: f32,
    /// The page's title stands beside it or above.
    titled: bool,
}

/// The content among all data of a page.
pub(super) fn best(sources: &[Source<'_>], titles: &Titles) -> Option<Candidate> {
    let mut search =
        Search { titles, found: Vec::new(), path: Vec::new(), structured: false, name: "" };
    for source in sources {
        search.name = &source.name;
        search.structured = source.structured;
        let values = if source.structured {
            Json::read_all(&source.data)
        } else {
            Json::read_first(&source.data).into_iter().collect()
        };
        values.iter().for_each(|value| search.visit(value, State::default()));
    }
    search.best()
}

/// What is known where the search stands.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    depth: usize,
    /// An object above has the page's title.
    titled: bool,
    good: bool,
    bad: bool,
}

struct Search<'t> {
    titles: &'t Titles,
    found: Vec<Candidate>,
    path: Vec<String>,
    structured: bool,
    name: &'t str,
}

impl Search<'_> {
    fn visit(&mut self, value: &Json<'_>, state: State) {
        if state.depth > MAX_DEPTH {
            return;
        }
        match value {
            Json::Text(text) => self.text(text, state),
            Json::List(items) if self.is_rich(items) => self.list(items, state),
            Json::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.below(index.to_string(), item, State { titled: false, ..state });
                }
            }
            Json::Object(entries) => {
                let named = |key: &&str| value.get(key).and_then(Json::as_text);
                let titled = TITLES.iter().filter_map(named).any(|t| self.titles.match_title(t));
                let state = State { titled: state.titled || titled, ..state };
                for (key, item) in entries {
                    self.below(key.to_string(), item, state);
                }
            }
            Json::Bare(_) => {}
        }
    }

    fn below(&mut self, key: String, value: &Json<'_>, state: State) {
        let lower = key.to_ascii_lowercase();
        let is_index = key.bytes().all(|b| b.is_ascii_digit());
        let good = if is_index { state.good } else { GOOD.iter().any(|g| lower.contains(g)) };
        let bad = state.bad || BAD.iter().any(|b| lower.contains(b));
        self.path.push(shortened(key));
        self.visit(value, State { depth: state.depth + 1, good, bad, ..state });
        self.path.pop();
    }

    /// In structured data only the instructions of a recipe are such a list.
    fn is_rich(&self, items: &[Json<'_>]) -> bool {
        let key = self.path.last().map(String::as_str);
        (!self.structured || key == Some("recipeInstructions"))
            && items.len() > 1
            && rich::is_rich(items)
    }

    fn text(&mut self, text: &str, state: State) {
        let is_wanted = self.path.last().is_some_and(|key| STRUCTURED.contains(&key.as_str()));
        if text.len() < MIN_BYTES || (self.structured && !is_wanted) {
            return;
        }
        if text.starts_with(['{', '[']) && !self.structured {
            return self.nested(text, state);
        }
        let measure = prose::measure(text);
        if measure.prose && measure.words >= MIN_WORDS {
            self.add(prose::to_html(text), measure.words, state);
        }
    }

    /// Data inside of a string.
    fn nested(&mut self, text: &str, state: State) {
        if let Some(value @ (Json::Object(_) | Json::List(_))) = Json::read_first(text)
            && state.depth < MAX_DEPTH / 2
        {
            self.visit(&value, State { depth: state.depth + MAX_DEPTH / 2, ..state });
        }
    }

    fn list(&mut self, items: &[Json<'_>], state: State) {
        let html = rich::to_html(items);
        let measure = prose::measure(&html);
        if measure.prose && measure.words >= MIN_WORDS {
            self.add(html, measure.words, State { good: true, ..state });
        }
    }

    fn add(&mut self, html: String, words: u32, state: State) {
        let is_named = self.structured || state.titled;
        if !is_named && (state.bad || words < MIN_UNNAMED) {
            return;
        }
        let weigh = |condition, weight| if condition { weight } else { 1.0 };
        let key = self.path.last().map_or("", String::as_str);
        let score = words as f32
            * weigh(state.titled, 3.0)
            * weigh(state.good, 2.0)
            * weigh(state.bad, 0.1)
            * weigh(key == "articleBody", 2.0);
        self.found.push(Candidate {
            html,
            source: self.source(),
            words,
            score,
            titled: state.titled,
        });
    }

    fn source(&self) -> String {
        let path = match (self.structured, self.path.last()) {
            (true, Some(key)) => key.clone(),
            _ => self.path.join("."),
        };
        let path = path.char_indices().nth(MAX_PATH).map_or(path.as_str(), |(end, _)| &path[..end]);
        format!("{} {path}", self.name).trim_end().to_string()
    }

    /// The best, where it is clear that it is: several texts of the same size are a list.
    fn best(self) -> Option<Candidate> {
        let mut found = self.found;
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut found = found.into_iter();
        let best = found.next()?;
        let is_other = |c: &Candidate| !is_same(&c.html, &best.html);
        let next = found.find(is_other).map_or(0.0, |c| c.score);
        let is_clear = best.titled || best.score >= LEAD * next;
        (is_clear && best.score >= MIN_WORDS as f32).then_some(best)
    }
}

/// A key as it is shown in a path.
fn shortened(mut key: String) -> String {
    if let Some((end, _)) = key.char_indices().nth(MAX_PATH) {
        key.truncate(end);
    }
    key
}

/// Whether two texts begin alike: the same content is often there several times.
fn is_same(a: &str, b: &str) -> bool {
    let letters = |t: &str| -> String {
        let mut inside = false;
        let is_text = |c: &char| {
            inside = (inside || *c == '<') && *c != '>';
            !inside && c.is_alphanumeric()
        };
        t.chars().filter(is_text).take(60).collect()
    };
    letters(a) == letters(b)
}

#[cfg(test)]
mod tests {
    use super::super::tests::prose;
    use super::*;
    use dehusk_page::Page;

    fn chosen(title: &str, json: &str) -> Option<String> {
        let source = Source { name: "S".into(), structured: false, data: json.into() };
        let titles = Titles::of(&Page::parse(format!("<title>{title}</title>")));
        best(&[source], &titles).map(|c| c.source)
    }

    #[test]
    fn the_text_beside_the_title_before_a_longer_one() {
        let json = format!(
            r#"{{"posts":[{{"title":"Another story","body":"{}"}},{{"title":"Late again","body":"{}"}}]}}"#,
            prose(300),
            prose(150)
        );
        assert_eq!(chosen("Late again - Quay", &json).as_deref(), Some("S posts.1.body"));
    }

    #[test]
    fn several_texts_of_a_size_are_a_list() {
        let post = |n: usize| format!("{{\"body\":\"{n} {}\"}}", prose(150));
        let json = format!("{{\"posts\":[{},{},{}]}}", post(1), post(2), post(3));
        assert_eq!(chosen("Quay", &json), None);
        let same = format!("{{\"a\":{0},\"b\":{0}}}", post(1));
        assert_eq!(chosen("Quay", &same).as_deref(), Some("S a.body"));
    }

    #[test]
    fn terms_and_translations_are_not_the_content() {
        let json = format!(
            r#"{{"i18n":{{"en":{{"text":"{}"}}}},"cookiePolicy":"{}","page":{{"story":"Once. {}"}}}}"#,
            prose(300),
            prose(300),
            prose(130)
        );
        assert_eq!(chosen("Quay", &json).as_deref(), Some("S page.story"));
    }

    #[test]
    fn blocks_and_data_in_strings() {
        let block = format!("{{\"type\":\"paragraph\",\"text\":\"{}\"}}", prose(80));
        let json = format!("{{\"page\":{{\"blocks\":[{block},{block}]}}}}");
        assert_eq!(chosen("Quay", &json).as_deref(), Some("S page.blocks"));
        let nested = format!("{{\"data\":\"{}\"}}", json.replace('"', "\\\""));
        assert_eq!(chosen("Quay", &nested).as_deref(), Some("S data.page.blocks"));
    }

    #[test]
    fn depth_is_bounded() {
        let json = format!("{}\"{}\"{}", "{\"a\":".repeat(60), prose(150), "}".repeat(60));
        assert_eq!(chosen("Quay", &json), None);
    }
}
