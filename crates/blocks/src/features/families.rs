//! Families of words in class names, ids and roles.
//!
//! What a part of a page is for is often written on it. The words are matched anywhere in `class`, `id`,
//! `role` and `itemprop`, in any case, and each family says of which part it speaks. Class names are mostly
//! English, but not only: words of other languages stand at the end of their family.

use super::export::places;
use crate::word_match::WordMatch;
use std::sync::LazyLock;

places! {
    /// A family of words. The last two are attributes with one meaning, not families.
    pub enum Family in
    /// Distances to the nearest element, from a block's container upward, whose names have a word of each
    /// [`Family`]: 0 is the container itself, 255 is none.
    FamilyDistances of 20 {
        /// Names of content in general.
        Positive = "positive",
        /// Names of what is not content in general.
        Negative = "negative",
        /// Comments and replies.
        Comment = "comment",
        /// Navigation, menus, tables of contents.
        Navigation = "navigation",
        /// Footers, copyright, legal notices.
        Footer = "footer",
        /// Headers and banners.
        Header = "header",
        /// Sidebars and widgets.
        Side = "side",
        /// Related, recommended and latest things.
        Related = "related",
        /// Advertisements.
        Ad = "ad",
        /// Sharing and social networks.
        Share = "share",
        /// Bylines, dates, tags.
        Meta = "meta",
        /// Consent, overlays, newsletters, paywalls.
        Cookie = "cookie",
        /// Posts, articles, stories and their bodies.
        Post = "post",
        /// Products and their descriptions.
        Product = "product",
        /// Threads, questions, answers.
        Forum = "forum",
        /// Names for what only screen readers read, or nobody.
        Hidden = "hidden",
        /// Search boxes, filters, sorting, log-in.
        Control = "control",
        /// `articleBody` and `mainContent`.
        ArticleBody = "article_body",
        /// The roles `main` and `article`.
        MainRole = "main_role",
    }
}

/// The families that `html` and `body` can be in: their classes name the page, not a part of it.
pub(crate) const OF_PAGE: u32 = bit(Family::Positive)
    | bit(Family::Negative)
    | bit(Family::ArticleBody)
    | bit(Family::MainRole);

pub(crate) const fn bit(family: Family) -> u32 {
    1 << family as u32
}

/// Words with their family. A hyphen stands for anything but letters and digits, also for the start and the
/// end: `-ad-` is a word that stands alone.
const WORDS: &[(Family, &str)] = &[
    (
        Family::Positive,
        "article body content entry hentry main page post text blog story column description prose markdown \
         wiki doc answer question message thread topic product detail spec review \
         artikel beitrag inhalt contenu contenido conteudo contenuto articulo artigo articolo noticia \
         notizia tresc artykul obsah clanek inhoud bericht innhold innehall statya novost kontent haber \
         icerik berita konten tartalom cikk",
    ),
    (
        Family::Negative,
        "-ad- -ads- hidden banner combx comment com- contact foot gdpr masthead media meta outbrain \
         promo related scroll share shoutbox sidebar skyscraper sponsor shopping tags widget cookie consent \
         newsletter subscribe social breadcrumb pagination pager menu nav login signup popup modal toolbar \
         advert taboola recommend trending popular teaser byline author caption credit rating disqus \
         copyright legal disclaimer skip search filter sort \
         werbung anzeige kommentar fusszeile kopfzeile seitenleiste impressum publicite commentaire partage \
         publicidad publicidade pubblicita comentario commento compartir compartilha condivid relacionad \
         correlat reklam stopka naglowek komentar annons advertentie reacties zijbalk podval shapka iklan \
         yorum paticka hirdetes lablec",
    ),
    (
        Family::Comment,
        "comment disqus reply replies kommentar commentaire comentario commento komentar reacties yorum \
         hozzaszolas opinie",
    ),
    (
        Family::Navigation,
        "nav menu breadcrumb pagination pager -toc- sitemap inhaltsverzeichnis sommaire brotkrume ariane \
         migas",
    ),
    (
        Family::Footer,
        "foot copyright legal colophon imprint impressum fusszeile stopka rodape pie-de paticka lablec \
         podval",
    ),
    (
        Family::Header,
        "header masthead topbar top-bar banner kopfzeile entete cabecera cabecalho naglowek testata shapka",
    ),
    (Family::Side, "side aside widget -rail- right-col left-col seitenleiste lateral zijbalk"),
    (
        Family::Related,
        "related recommend more- also trending popular latest teaser card promo outbrain taboola read-next \
         suggest you-may upsell crosssell cross-sell mehr-zum verwandt weitere connexe similaire relacionad \
         correlat powiazane podobn gerelateerd meistgelesen most-read mostread mais-lid mas-leid",
    ),
    (
        Family::Ad,
        "-ad- -ads- advert sponsor dfp gpt- banner adsense adslot ad-slot werbung anzeige publicite \
         publicidad publicidade pubblicita reklam annons advertentie iklan hirdetes",
    ),
    (
        Family::Share,
        "share social follow tweet facebook whatsapp teilen partage compartir compartilha condivid udostepnij \
         delen",
    ),
    (
        Family::Meta,
        "meta byline author date timestamp posted tags categor credit autor auteur datum fecha kategori \
         schlagwort etiquet",
    ),
    (
        Family::Cookie,
        "cookie consent gdpr privacy popup modal overlay newsletter subscribe signup paywall lightbox dialog \
         donat fundrais datenschutz abonn suscri assine",
    ),
    (
        Family::Post,
        "post article entry story content body text main prose artikel beitrag inhalt contenu contenido \
         conteudo contenuto articulo artigo articolo noticia notizia tresc artykul clanek inhoud bericht \
         innhold statya novost haber berita",
    ),
    (
        Family::Product,
        "product detail descr spec feature price produkt produit prodotto preis prix precio preco beschreibung",
    ),
    (
        Family::Forum,
        "message thread topic answer question reply forum antwort frage reponse respuesta resposta pregunta",
    ),
    (
        Family::Hidden,
        "sr-only screen-reader screenreader visually-hidden visuallyhidden assistive hidden \
         d-none -hide- offscreen off-screen skip-link skiplink print-only",
    ),
    (
        Family::Control,
        "search filter sort login signin sign-in register -form- button -btn- toolbar dropdown select suche \
         recherche buscar busca cerca poisk szukaj",
    ),
    (Family::ArticleBody, "articlebody maincontent"),
];

static MATCHER: LazyLock<WordMatch> = LazyLock::new(|| {
    let words = |(family, words): &(Family, &'static str)| {
        let bit = bit(*family);
        words.split(' ').map(move |word| (word, bit))
    };
    let bodies = FOR_SUBSCRIBERS.iter().map(|&word| (word, BODY));
    WordMatch::new(WORDS.iter().flat_map(words).chain(bodies))
});

/// Names of the part of an article that is only shown to subscribers: a part of the article like the others, though
/// its name reads like that of an appeal.
const FOR_SUBSCRIBERS: [&str; 2] = ["subscriber-only", "subscribers-only"];
/// Its bit, which is no family's.
const BODY: u32 = 1 << 31;

/// The families that a name has a word of, as bits: bit `n` is the family with number `n`.
pub(crate) fn families(value: &str) -> u32 {
    let bits = MATCHER.bits(value);
    match bits & BODY {
        0 => bits,
        _ => bits & !(BODY | bit(Family::Negative) | bit(Family::Cookie)) | bit(Family::Positive),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: &str) -> Vec<Family> {
        let bits = families(value);
        Family::ALL.iter().copied().filter(|&f| bits & bit(f) != 0).collect()
    }

    #[test]
    fn words_are_found_in_any_case_and_place() {
        use Family::*;
        assert_eq!(found("SideBar-widget"), [Negative, Side]);
        assert_eq!(found("entry-content"), [Positive, Post]);
        assert_eq!(found("js-x1"), []);
        assert_eq!(found("liste-des-commentaires"), [Negative, Comment]);
        assert_eq!(found("articleBody"), [Positive, Post, ArticleBody]);
    }

    #[test]
    fn what_subscribers_see_is_no_appeal_to_subscribe() {
        use Family::*;
        assert_eq!(found("subscribe-box"), [Negative, Cookie]);
        assert_eq!(found("subscriber-only"), [Positive]);
        assert_eq!(families("subscriber-only") >> 20, 0);
    }

    #[test]
    fn some_words_stand_alone() {
        assert!(found("top-ad box").contains(&Family::Ad));
        assert!(found("ads_2").contains(&Family::Ad));
        assert!(!found("headline shadow").contains(&Family::Ad));
        assert!(!found("protocol").contains(&Family::Navigation));
    }
}
