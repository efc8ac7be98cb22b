//! Videos, sounds, and the frames of sites that play them.

use super::image::{number, words};
use super::{Base, Player, PlayerKind};
use dehusk_page::{NodeId, Page, name};
use url::Url;

/// How a frame's address gives the address a reader would visit.
#[derive(Clone, Copy)]
enum Visit {
    /// The part of the path after the first, put behind the second.
    Path(&'static str, &'static str),
    /// The value of a query field, put behind a text.
    Query(&'static str, &'static str),
    /// Not at all.
    Unknown,
}

struct Provider {
    name: &'static str,
    /// The host itself or anything below it; empty for any host.
    host: &'static str,
    /// What the path begins with.
    path: &'static str,
    visit: Visit,
}

const fn provider(
    name: &'static str,
    host: &'static str,
    path: &'static str,
    visit: Visit,
) -> Provider {
    Provider { name, host, path, visit }
}

use Visit::{Path, Query, Unknown};

/// Every frame that is known to play something.
static PROVIDERS: &[Provider] = &[
    provider(
        "YouTube",
        "youtube.com",
        "/embed/videoseries",
        Query("list", "https://www.youtube.com/playlist?list="),
    ),
    provider(
        "YouTube",
        "youtube.com",
        "/embed/",
        Path("/embed/", "https://www.youtube.com/watch?v="),
    ),
    provider(
        "YouTube",
        "youtube-nocookie.com",
        "/embed/",
        Path("/embed/", "https://www.youtube.com/watch?v="),
    ),
    provider("YouTube", "youtube.com", "/v/", Path("/v/", "https://www.youtube.com/watch?v=")),
    provider("Vimeo", "player.vimeo.com", "/video/", Path("/video/", "https://vimeo.com/")),
    provider(
        "Dailymotion",
        "dailymotion.com",
        "/embed/video/",
        Path("/embed/video/", "https://www.dailymotion.com/video/"),
    ),
    provider(
        "Dailymotion",
        "geo.dailymotion.com",
        "/player",
        Query("video", "https://www.dailymotion.com/video/"),
    ),
    provider("SoundCloud", "w.soundcloud.com", "/player", Query("url", "")),
    provider(
        "Spotify",
        "open.spotify.com",
        "/embed-podcast/",
        Path("/embed-podcast/", "https://open.spotify.com/"),
    ),
    provider(
        "Spotify",
        "open.spotify.com",
        "/embed/",
        Path("/embed/", "https://open.spotify.com/"),
    ),
    provider("Spotify for Podcasters", "podcasters.spotify.com", "/pod/", Unknown),
    provider("Spotify for Podcasters", "anchor.fm", "/", Unknown),
    provider("Bandcamp", "bandcamp.com", "/EmbeddedPlayer", Unknown),
    provider("TikTok", "tiktok.com", "/embed", Unknown),
    provider("TikTok", "tiktok.com", "/player/", Unknown),
    provider("Twitch", "player.twitch.tv", "/", Query("video", "https://www.twitch.tv/videos/")),
    provider("Twitch", "clips.twitch.tv", "/embed", Query("clip", "https://clips.twitch.tv/")),
    provider("Wistia", "wistia.net", "/embed/", Unknown),
    provider("Wistia", "wistia.com", "/embed/", Unknown),
    provider(
        "Internet Archive",
        "archive.org",
        "/embed/",
        Path("/embed/", "https://archive.org/details/"),
    ),
    provider(
        "Apple Podcasts",
        "embed.podcasts.apple.com",
        "/",
        Path("/", "https://podcasts.apple.com/"),
    ),
    provider("Apple Music", "embed.music.apple.com", "/", Path("/", "https://music.apple.com/")),
    provider("Deezer", "widget.deezer.com", "/", Unknown),
    provider("Mixcloud", "mixcloud.com", "/widget/iframe", Unknown),
    provider("TED", "embed.ted.com", "/talks/", Path("/talks/", "https://www.ted.com/talks/")),
    provider("Loom", "loom.com", "/embed/", Path("/embed/", "https://www.loom.com/share/")),
    provider("Streamable", "streamable.com", "/e/", Path("/e/", "https://streamable.com/")),
    provider("Streamable", "streamable.com", "/o/", Path("/o/", "https://streamable.com/")),
    provider(
        "Bilibili",
        "player.bilibili.com",
        "/player.html",
        Query("bvid", "https://www.bilibili.com/video/"),
    ),
    provider("Youku", "player.youku.com", "/embed/", Unknown),
    provider(
        "Niconico",
        "embed.nicovideo.jp",
        "/watch/",
        Path("/watch/", "https://www.nicovideo.jp/watch/"),
    ),
    provider("VK", "vk.com", "/video_ext.php", Unknown),
    provider(
        "Rutube",
        "rutube.ru",
        "/play/embed/",
        Path("/play/embed/", "https://rutube.ru/video/"),
    ),
    provider("Odysee", "odysee.com", "/$/embed/", Path("/$/embed/", "https://odysee.com/")),
    provider("Rumble", "rumble.com", "/embed/", Unknown),
    provider(
        "BitChute",
        "bitchute.com",
        "/embed/",
        Path("/embed/", "https://www.bitchute.com/video/"),
    ),
    provider("Vidyard", "play.vidyard.com", "/", Unknown),
    provider("JW Player", "cdn.jwplayer.com", "/players/", Unknown),
    provider("JW Player", "content.jwplatform.com", "/players/", Unknown),
    provider("Brightcove", "players.brightcove.net", "/", Unknown),
    provider("Facebook", "facebook.com", "/plugins/video.php", Query("href", "")),
    provider("Megaphone", "playlist.megaphone.fm", "/", Unknown),
    provider("Megaphone", "player.megaphone.fm", "/", Unknown),
    provider("Simplecast", "player.simplecast.com", "/", Unknown),
    provider("Libsyn", "html5-player.libsyn.com", "/embed/", Unknown),
    provider("Libsyn", "play.libsyn.com", "/embed/", Unknown),
    provider("Podbean", "podbean.com", "/player", Unknown),
    provider("Podigee", "podigee.io", "/", Unknown),
    provider("Acast", "embed.acast.com", "/", Unknown),
    provider(
        "Transistor",
        "share.transistor.fm",
        "/e/",
        Path("/e/", "https://share.transistor.fm/s/"),
    ),
    provider("Buzzsprout", "buzzsprout.com", "/", Unknown),
    provider("Audioboom", "embeds.audioboom.com", "/", Unknown),
    provider("Art19", "art19.com", "/shows/", Unknown),
    provider("Captivate", "player.captivate.fm", "/", Unknown),
    // PeerTube runs on hosts of its own.
    provider("PeerTube", "", "/videos/embed/", Path("/videos/embed/", "/w/")),
];

/// What an element plays.
pub(super) enum Found {
    Player(Player),
    /// A frame of an unknown site.
    Unknown(String),
    Nothing,
}

pub(super) fn read(page: &Page, id: NodeId, base: &Base) -> Found {
    match page.name(id) {
        name::VIDEO => file(page, id, base, PlayerKind::Video),
        name::AUDIO => file(page, id, base, PlayerKind::Audio),
        _ => frame(page, id, base),
    }
}

fn file(page: &Page, id: NodeId, base: &Base, kind: PlayerKind) -> Found {
    let sources = page.descendants(id).filter(|&n| page.name(n) == name::SOURCE);
    let address = std::iter::once(id).chain(sources).find_map(|n| address(page, n, base));
    match address {
        Some(url) => Found::Player(player(page, id, base, kind, url)),
        None => Found::Nothing,
    }
}

fn address(page: &Page, id: NodeId, base: &Base) -> Option<String> {
    let lazy = ["data-lazy-src", "data-litespeed-src"];
    let lazy = || page.attrs(id).find(|(n, _)| lazy.contains(&page.name_text(*n))).map(|a| a.1);
    let data = || page.attr(id, name::DATA).filter(|_| page.name(id) == name::OBJECT);
    let known = page.attr(id, name::DATA_SRC).or_else(lazy);
    let url = known.or_else(|| page.attr(id, name::SRC)).or_else(data)?;
    base.file(url)
}

fn player(page: &Page, id: NodeId, base: &Base, kind: PlayerKind, url: String) -> Player {
    let text = |attr| page.attr(id, attr).map(words).filter(|t| !t.is_empty());
    Player {
        kind,
        url,
        page_url: None,
        provider: None,
        title: text(name::TITLE).or_else(|| text(name::ARIA_LABEL)),
        poster: page.attr(id, name::POSTER).and_then(|p| base.file(p)),
        width: page.attr(id, name::WIDTH).and_then(number),
        height: page.attr(id, name::HEIGHT).and_then(number),
    }
}

fn frame(page: &Page, id: NodeId, base: &Base) -> Found {
    let inner = page.descendants(id).filter(|&n| page.name(n) == name::EMBED);
    let Some(url) = std::iter::once(id).chain(inner).find_map(|n| address(page, n, base)) else {
        return Found::Nothing;
    };
    if let Some((provider, page_url)) = known(&url) {
        let mut player = player(page, id, base, PlayerKind::Embed, url);
        (player.provider, player.page_url) = (Some(provider), page_url);
        return Found::Player(player);
    }
    match kind_of_file(&url) {
        Some(kind) => Found::Player(player(page, id, base, kind, url)),
        None => Found::Unknown(url),
    }
}

/// Whether the address is that of a frame that is known to play something.
#[cfg(feature = "html")]
pub(crate) fn is_known(url: &str) -> bool {
    known(url).is_some()
}

/// The site of a frame, and the address a reader would visit.
fn known(url: &str) -> Option<(&'static str, Option<String>)> {
    let url = Url::parse(url).ok().filter(|u| matches!(u.scheme(), "http" | "https"))?;
    let host = url.host_str()?;
    let at_host = |p: &Provider| {
        p.host.is_empty()
            || host.strip_suffix(p.host).is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
    };
    let found = PROVIDERS.iter().find(|p| at_host(p) && url.path().starts_with(p.path))?;
    Some((found.name, visit(&url, found.visit)))
}

fn visit(url: &Url, visit: Visit) -> Option<String> {
    let (value, page) = match visit {
        Visit::Unknown => return None,
        Visit::Path(before, page) => (url.path().strip_prefix(before)?.to_string(), page),
        Visit::Query(field, page) => {
            (url.query_pairs().find(|(k, _)| k == field)?.1.into_owned(), page)
        }
    };
    let value = value.trim_end_matches('/');
    let whole = if page.starts_with('/') {
        format!("{}{page}{value}", url.origin().ascii_serialization())
    } else {
        format!("{page}{value}")
    };
    let whole = Url::parse(&whole).ok().filter(|u| matches!(u.scheme(), "http" | "https"))?;
    (!value.is_empty()).then(|| whole.into())
}

/// What the ending of a file's address says.
pub(crate) fn kind_of_file(url: &str) -> Option<PlayerKind> {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let ending = path.rsplit_once('.')?.1.to_ascii_lowercase();
    match ending.as_str() {
        "mp4" | "webm" | "ogv" | "mov" | "m4v" | "mkv" => Some(PlayerKind::Video),
        "mp3" | "ogg" | "oga" | "m4a" | "wav" | "flac" | "opus" | "aac" => Some(PlayerKind::Audio),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(html: &str) -> Found {
        let page = Page::parse(html);
        let tags = [name::VIDEO, name::AUDIO, name::IFRAME, name::OBJECT];
        let id = page.descendants(page.root()).find(|&n| tags.contains(&page.name(n))).unwrap();
        read(&page, id, &Base::of(&page, Some("https://example.org/")))
    }

    #[test]
    fn frames_of_known_players() {
        let cases = [
            (
                "https://www.youtube.com/embed/abc?x=1",
                "YouTube",
                Some("https://www.youtube.com/watch?v=abc"),
            ),
            ("//player.vimeo.com/video/12", "Vimeo", Some("https://vimeo.com/12")),
            ("https://bandcamp.com/EmbeddedPlayer/v=2", "Bandcamp", None),
            (
                "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/t/1",
                "SoundCloud",
                Some("https://api.soundcloud.com/t/1"),
            ),
            (
                "https://tube.example.net/videos/embed/xy",
                "PeerTube",
                Some("https://tube.example.net/w/xy"),
            ),
        ];
        for (src, provider, page_url) in cases {
            let Found::Player(p) = first(&format!("<iframe src='{src}'></iframe>")) else {
                panic!("{src}")
            };
            assert_eq!((p.provider, p.page_url.as_deref()), (Some(provider), page_url));
        }
    }

    #[test]
    fn other_frames_are_not() {
        for src in ["https://ads.example.com/x", "https://notyoutube.com/embed/x"] {
            assert!(matches!(first(&format!("<iframe src='{src}'></iframe>")), Found::Unknown(_)));
        }
        assert!(matches!(first("<iframe src='javascript:1'></iframe>"), Found::Nothing));
    }

    #[test]
    fn files_and_their_posters() {
        let Found::Player(p) = first("<video poster=p.jpg><source src=v.mp4></video>") else {
            panic!()
        };
        assert_eq!((p.kind, p.url.as_str()), (PlayerKind::Video, "https://example.org/v.mp4"));
        assert_eq!(p.poster.as_deref(), Some("https://example.org/p.jpg"));
    }
}
