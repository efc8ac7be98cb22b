//! The players that may be shown in a frame.

/// Hosts, and how the path begins where the host has other things too.
const PLAYERS: [(&str, &str); 34] = [
    ("youtube.com", "/embed/"),
    ("youtube.com", "/v/"),
    ("youtube-nocookie.com", "/embed/"),
    ("player.vimeo.com", "/video/"),
    ("dailymotion.com", "/embed/"),
    ("geo.dailymotion.com", "/player"),
    ("player.twitch.tv", "/"),
    ("clips.twitch.tv", "/embed"),
    ("w.soundcloud.com", "/player"),
    ("open.spotify.com", "/embed"),
    ("embed.podcasts.apple.com", "/"),
    ("embed.music.apple.com", "/"),
    ("bandcamp.com", "/EmbeddedPlayer"),
    ("mixcloud.com", "/widget/"),
    ("widget.deezer.com", "/"),
    ("embed.ted.com", "/talks/"),
    ("archive.org", "/embed/"),
    ("facebook.com", "/plugins/video"),
    ("players.brightcove.net", "/"),
    ("fast.wistia.net", "/embed/"),
    ("fast.wistia.com", "/embed/"),
    ("cdn.jwplayer.com", "/players/"),
    ("content.jwplatform.com", "/players/"),
    ("player.ooyala.com", "/"),
    ("streamable.com", "/e/"),
    ("rumble.com", "/embed/"),
    ("odysee.com", "/$/embed/"),
    ("rutube.ru", "/play/embed/"),
    ("vk.com", "/video_ext"),
    ("player.bilibili.com", "/"),
    ("player.youku.com", "/embed/"),
    ("v.qq.com", "/txp/iframe/player"),
    ("embed.nicovideo.jp", "/watch/"),
    ("megaphone.fm", "/"),
];

/// Whether the address is that of a known video or audio player, which may be shown in a frame.
///
/// ```
/// use dehusk_extract::is_player;
/// assert!(is_player("//www.youtube.com/embed/abc?rel=0"));
/// assert!(!is_player("https://www.youtube.com/feed"));
/// assert!(!is_player("https://example.com/?u=youtube.com/embed/abc"));
/// ```
pub fn is_player(address: &str) -> bool {
    let address = address.trim();
    let Some((scheme, rest)) = address.split_once("//") else { return false };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    // Browsers read a backslash as a slash and drop what stands before an at sign: neither is in a host.
    ["", "http:", "https:"].iter().any(|s| scheme.eq_ignore_ascii_case(s))
        && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'))
        && PLAYERS.iter().any(|(player, start)| is_host(host, player) && path.starts_with(start))
}

/// Whether a host is that one or a subdomain of it.
fn is_host(host: &str, domain: &str) -> bool {
    let Some(split) = host.len().checked_sub(domain.len()).filter(|&s| host.is_char_boundary(s))
    else {
        return false;
    };
    let (sub, end) = host.split_at(split);
    end.eq_ignore_ascii_case(domain) && (sub.is_empty() || sub.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_host_itself_and_what_is_below_it_counts() {
        assert!(is_player("https://artist.bandcamp.com/EmbeddedPlayer/album=1"));
        assert!(is_player("HTTPS://Player.Vimeo.com/video/1"));
        assert!(!is_player("https://notyoutube.com/embed/x"));
        assert!(!is_player("https://youtube.com.evil.example/embed/x"));
        assert!(!is_player("https://ü.com/embed/x"));
        assert!(!is_player("https://evil.example\\.youtube.com/embed/x"));
        assert!(!is_player("https://youtube.com@evil.example/embed/x"));
        assert!(!is_player("javascript://youtube.com/embed/x"));
        assert!(!is_player("/embed/x") && !is_player(""));
    }
}
