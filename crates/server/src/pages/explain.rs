//! The explain view: a page's blocks in their order, coloured by what became of them, each with its reason. The
//! page is fetched, pasted, or the one an article was made from, as long as that is kept.

use super::{Page, confidence};
use crate::api::PostedPage;
use crate::app::App;
use crate::error::ServeError;
use crate::html;
use crate::preferences::Preferences;
use crate::raw_page::RawPage;
use axum::Form;
use axum::extract::{Path, Query, State};
use dehusk::extractor::{Document, Needs, named_with_memory};
use dehusk::{Article, Options};
use dehusk_site::{Keys, Normalizer, Observation, SiteMemory};
use dehusk_stream::store;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;

/// Characters of a block that are shown.
const SHOWN: usize = 2000;

/// The form, with the address filled in if one is given. It fetches nothing: a page of another site could have
/// a browser ask for this.
pub async fn form(Query(query): Query<Asked>) -> Page {
    let fields = fields(query.url.as_deref(), query.extractor.as_deref());
    Ok(html::page("Explain a page", "/explain", &fields))
}

/// What the form is filled in with.
#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    url: Option<String>,
    extractor: Option<String>,
}

/// The page an article was made from, as it was fetched then.
pub async fn article(State(app): State<Arc<App>>, Path(seq): Path<i64>) -> Page {
    let read = app.read(move |reader| {
        let row = reader.article(seq)?.ok_or(ServeError::Missing)?;
        Ok((reader.page(seq)?, reader.memory(&row.site)?, row))
    });
    let (page, memory, row) = read.await?;
    let form = fields(Some(&row.url), Some(app.stream.extractor()));
    let shown = match page {
        Some(page) => KeptPage { page, memory }.blocks(&app).await?,
        None => format!(
            "<p id=\"gone\">The page of this article is not kept: only the newest {} are. It can be fetched again.</p>",
            app.stream.kept_pages()
        ),
    };
    let title = format!("Why this is the article: {}", row.title.as_deref().unwrap_or(&row.key));
    Ok(html::page(&title, "/explain", &(form + &shown)))
}

/// A page that was kept, and what is known of its site.
struct KeptPage {
    page: store::KeptPage,
    memory: Option<SiteMemory>,
}

impl KeptPage {
    /// Its blocks, judged as the stream does.
    async fn blocks(self, app: &App) -> Result<String, ServeError> {
        let KeptPage { page, memory } = self;
        let mut site = KnownSite { url: page.url.clone(), memory, keys: app.stream.keys().clone() };
        let extractor = app.stream.extractor().to_string();
        let work = move |options: &Options, bytes: &[u8]| {
            let options = options.clone().with_extractor(named_with_memory(&extractor)?)?;
            let document = options.document(bytes)?;
            let article = site.article(&options, document);
            Ok("<p>This is the page as it was fetched for the article, judged with what is known of its site today.</p>"
                .to_string()
                + &blocks(&article))
        };
        RawPage::from(page).work(app, &Preferences::default(), work).await
    }
}

/// What is known of the site of a page.
struct KnownSite {
    url: String,
    memory: Option<SiteMemory>,
    keys: Keys,
}

impl KnownSite {
    /// What the stream would make of the page today; it learns nothing from being looked at.
    fn article(&mut self, options: &Options, document: Document) -> Article {
        let extractor = options.extractor();
        let extractor = extractor.extractor();
        let seen = self.memory.as_mut().and_then(|memory| {
            let known = |_: &str, form: &str, name: &str| memory.says_nothing(form, name);
            let key = self.keys.careful_key(&self.url, None, known).ok()?;
            let seen = Observation::with(&mut Normalizer::of(extractor), key, 0, &document);
            let hint = memory.hint_for(extractor, &seen);
            Some((seen, hint))
        });
        let (document, selection) = match seen {
            Some((seen, hint)) => {
                let remembered = dehusk_site::extract(extractor, document, seen, hint);
                (remembered.document, remembered.selection)
            }
            None => {
                let selection = extractor.extract(&document);
                (document, selection)
            }
        };
        options.article(document, selection)
    }
}

/// What the form sends.
#[derive(Debug, Deserialize)]
pub struct Posted {
    /// The page; without one its address is fetched.
    #[serde(default)]
    html: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    extractor: String,
}

/// A page that was pasted, or is to be fetched.
pub async fn posted(State(app): State<Arc<App>>, Form(posted): Form<Posted>) -> Page {
    let some = |text: &str| Some(text.trim().to_string()).filter(|text| !text.is_empty());
    let (url, extractor) = (some(&posted.url), some(&posted.extractor));
    let wanted = Preferences { url, extractor, ..Preferences::default() };
    let page = fields(wanted.url.as_deref(), wanted.extractor.as_deref());
    let content_type = Some("text/html; charset=utf-8".to_string());
    let work = PostedPage { wanted, body: posted.html.into_bytes(), content_type };
    let shown = work.work(&app, blocks).await?;
    Ok(html::page("Explain a page", "/explain", &(page + &shown)))
}

fn fields(url: Option<&str>, extractor: Option<&str>) -> String {
    let chosen = extractor.unwrap_or("auto");
    let option = |entry: &dehusk::extractor::Entry| {
        let selected = if entry.name() == chosen { " selected" } else { "" };
        format!("<option{selected}>{}</option>", html::escape(entry.name()))
    };
    let registry = dehusk::extractor::registry();
    // The others have to be told more than one page.
    let of_pages = registry.entries().iter().filter(|entry| entry.needs() == Needs::Page);
    let options: String = of_pages.map(option).collect();
    let select = format!("<label>Extractor <select name=\"extractor\">{options}</select></label>");
    let url = html::escape(url.unwrap_or_default());
    format!(
        "<form class=\"line\" method=\"post\" action=\"/explain\"><label>Address <input type=\"url\" name=\"url\" value=\"{url}\" required></label>\
         {select}<button>Fetch and explain</button></form><details><summary>Or paste the page</summary>\
         <form method=\"post\" action=\"/explain\"><label>HTML <textarea name=\"html\" rows=\"8\" required></textarea></label>\
         <label>Its address <input type=\"url\" name=\"url\" value=\"{url}\"></label>{select}<button>Explain</button></form></details>"
    )
}

/// The blocks of a page.
fn blocks(article: &Article) -> String {
    let document = article.document();
    let verdicts = article.selection().verdicts(document);
    let kept = verdicts.iter().filter(|verdict| verdict.keep).count();
    let sure = confidence(article.appraisal().map(|a| f64::from(a.confidence)));
    let mut out = format!(
        "<p id=\"verdict\">{} kept {kept} of {} blocks; {sure}.</p>",
        html::escape(article.extractor()),
        verdicts.len()
    );
    if let Some(diagnosis) = article.appraisal().and_then(|a| a.diagnosis.as_ref()) {
        let _ = write!(out, "<p class=\"problem\">{}</p>", html::escape(&diagnosis.to_string()));
    }
    out.push_str(
        "<p class=\"actions\"><button type=\"button\" id=\"only-kept\" aria-pressed=\"false\">Only what was kept</button> \
         <button type=\"button\" id=\"all-reasons\" aria-pressed=\"false\">All reasons</button></p>\
         <p>Press a block for its reason.</p><div class=\"blocks\">",
    );
    for (index, verdict) in verdicts.iter().enumerate() {
        let class = if verdict.keep { "keep" } else { "drop" };
        let text: String = document.blocks().text(index).chars().take(SHOWN).collect();
        let kind = verdict.role.map_or("", |role| role.name());
        let word = if verdict.keep { "kept" } else { "dropped" };
        let reason = format!(
            "{word}{}{kind}, score {:.2}: {}",
            if kind.is_empty() { "" } else { " as " },
            verdict.score,
            verdict.reason
        );
        let _ = write!(
            out,
            "<details class=\"block {class}\"><summary>{}</summary><p class=\"reason\">{}</p></details>",
            html::escape(&text),
            html::escape(&reason)
        );
    }
    out + "</div>"
}
