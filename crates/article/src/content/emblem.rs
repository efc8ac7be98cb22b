//! Pictures that are signs of a site and not content: its logo, which leads to the front page, and the emblems of
//! networks where the page can be shared.

use dehusk_page::{NodeId, Page, name};

/// Hosts of networks that pages link by an emblem.
const NETWORKS: &[&str] = &[
    "bsky.app",
    "facebook",
    "instagram",
    "linkedin",
    "mastodon",
    "pinterest",
    "reddit",
    "telegram",
    "t.me",
    "tiktok",
    "tumblr",
    "twitter",
    "vk.com",
    "wa.me",
    "weibo",
    "whatsapp",
    "x.com",
    "youtube",
];

/// What the address, the name or the text of an emblem says of it.
const SIGNS: &[&str] = &["social", "share", "icon", "logo", "follow us", "sprite"];

/// Nodes below a link that are looked at.
const MAX_BELOW: usize = 24;

/// Whether a link holds a picture alone, which is a logo or the emblem of a network.
pub(super) fn is_emblem(page: &Page, link: NodeId) -> bool {
    let Some(href) = page.attr(link, name::HREF).map(str::trim) else { return false };
    let (front, network) = (is_front(href), network_of(href));
    if !front && network.is_none() {
        return false;
    }
    let mut below = page.descendants(link).take(MAX_BELOW + 1);
    let mut picture = None;
    let says_nothing = below.by_ref().all(|n| {
        if page.name(n) == name::IMG && page.is_element(n) {
            picture = picture.or(Some(n));
        }
        !page.is_text(n) || page.text(n).trim().is_empty()
    });
    says_nothing
        && page.descendants(link).nth(MAX_BELOW).is_none()
        && picture.is_some_and(|picture| {
            front || network.is_some_and(|network| is_sign(page, link, picture, network))
        })
}

/// Whether an address is that of the front page of its own site.
fn is_front(href: &str) -> bool {
    matches!(href, "/" | "./" | "/index.html" | "index.html" | "/index.php")
}

/// The network that an address leads to.
fn network_of(href: &str) -> Option<&'static str> {
    let host = href.split_once("//")?.1.split(['/', '?']).next()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    let is_of = |network: &&&str| match network.contains('.') {
        true => host == **network,
        false => host.split('.').any(|label| label == **network),
    };
    NETWORKS.iter().find(is_of).copied()
}

/// Whether a picture is named for the network it leads to, or says that it is a sign.
fn is_sign(page: &Page, link: NodeId, picture: NodeId, network: &str) -> bool {
    let name = network.split('.').next().unwrap_or(network);
    let file = page.attr(picture, name::SRC).and_then(|src| src.rsplit('/').next());
    // What a still of a film is called is longer.
    let alt = page.attr(picture, name::ALT).filter(|alt| alt.split_whitespace().count() <= 2);
    let said = [file, alt, page.attr(picture, name::CLASS)];
    let said = said.into_iter().chain([page.attr(link, name::CLASS)]).flatten();
    said.map(str::to_ascii_lowercase).any(|value| {
        value.contains(name) && name.len() > 2 || SIGNS.iter().any(|s| value.contains(s))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logos_and_emblems_are_known() {
        let is = |html: &str| {
            let page = Page::parse(html);
            let link = page.descendants(page.root()).find(|&n| page.name(n) == name::A).unwrap();
            is_emblem(&page, link)
        };
        assert!(is("<a href=/><img src=/graphics/top.png alt='The Paper'></a>"));
        assert!(is("<a href=https://www.facebook.com/paper><img src=/i/facebook.png></a>"));
        assert!(is("<a class=share href='https://x.com/intent/post?u=a'><img src=/i/1.svg></a>"));
        assert!(!is("<a href=/story><img src=/logo.png></a>"));
        assert!(!is("<a href=https://www.youtube.com/watch?v=1><img src=/stills/harbour.jpg></a>"));
        assert!(!is("<a href=/>Home <img src=/top.png></a>"));
        assert!(!is("<a href=/>Home</a>"));
        assert!(!is("<a href=https://youtu.be/1><img src=/1.jpg alt='A YouTube film of it'></a>"));
        assert!(!is("<a href=https://box.com/a><img src=/icon.png></a>"));
    }
}
