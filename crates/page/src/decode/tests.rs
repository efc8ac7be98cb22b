//! Pages in many encodings, declared well, badly or not at all.

use super::{Decoded, EncodingSource, decode};
use crate::hints::Hints;
use encoding_rs::Encoding;

fn encode(label: &str, text: &str) -> Vec<u8> {
    let (bytes, _, lossy) = Encoding::for_label(label.as_bytes()).unwrap().encode(text);
    assert!(!lossy, "{text:?} does not fit into {label}");
    bytes.into_owned()
}

fn utf_16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes_of).collect()
}

fn plain(bytes: &[u8]) -> Decoded {
    decode(bytes, &Hints::new())
}

fn sent_as(bytes: &[u8], content_type: &str) -> Decoded {
    decode(bytes, &Hints::new().with_content_type(content_type))
}

const RUSSIAN: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю. Погода сегодня хорошая, \
    и мы решили пойти гулять в парк, где уже распустились первые цветы.";
const SIMPLE_RUSSIAN: &str = "Погода сегодня хорошая, и мы решили пойти гулять в парк.";
const CHINESE: &str =
    "今天天气很好，我们决定去公园散步，那里的花已经开了。学校的老师告诉我们，明天也会是晴天。";
const TAIWANESE: &str =
    "今天天氣很好，我們決定去公園散步，那裡的花已經開了。學校的老師告訴我們，明天也會是晴天。";
const JAPANESE: &str =
    "今日は天気がとても良いので、公園へ散歩に行くことにしました。もう花が咲いています。";
const KOREAN: &str =
    "오늘은 날씨가 아주 좋아서 공원으로 산책을 가기로 했습니다. 벌써 꽃이 피었습니다.";

/// Every legacy encoding of the web with a text that needs it.
const LEGACY: &[(&str, &str)] = &[
    ("windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy, „zażółć gęślą jaźń”."),
    ("windows-1251", RUSSIAN),
    ("windows-1252", "Der größte Käse für 5 € — “naïve café”."),
    ("windows-1253", "Ο καιρός σήμερα είναι καλός και αποφασίσαμε να πάμε στο πάρκο."),
    ("windows-1254", "Bugün hava çok güzel, şehrin parkına gitmeye karar verdik, ığdır."),
    ("windows-1255", "מזג האוויר היום יפה והחלטנו ללכת לפארק."),
    ("windows-1256", "الطقس جميل اليوم وقررنا الذهاب إلى الحديقة."),
    ("windows-1257", "Šiandien oras labai gražus, todėl nusprendėme eiti į parką."),
    ("windows-1258", "Hôm nay tôi đi ra công viên."),
    ("windows-874", "วันนี้อากาศดีมาก เราจึงตัดสินใจไปเดินเล่นที่สวนสาธารณะ"),
    ("iso-8859-2", "Příliš žluťoučký kůň úpěl ďábelské ódy."),
    ("iso-8859-5", SIMPLE_RUSSIAN),
    ("iso-8859-7", "Ο καιρός σήμερα είναι καλός."),
    ("koi8-r", RUSSIAN),
    ("koi8-u", "Сьогодні гарна погода, і ми вирішили піти до парку, її ґанок."),
    ("macintosh", "Der größte Käse für alle."),
    ("gbk", CHINESE),
    ("gb18030", "今天天气很好，𠀀 и €。"),
    ("big5", TAIWANESE),
    ("shift_jis", JAPANESE),
    ("euc-jp", JAPANESE),
    ("iso-2022-jp", JAPANESE),
    ("euc-kr", KOREAN),
];

#[test]
fn every_legacy_encoding_is_read_when_the_transport_names_it() {
    for (label, text) in LEGACY {
        let decoded = sent_as(&encode(label, text), &format!("text/html; charset={label}"));
        assert_eq!(&decoded.text, text, "{label}");
        assert_eq!(decoded.encoded.source, EncodingSource::Transport, "{label}");
        assert!(!decoded.encoded.had_errors, "{label}");
    }
}

#[test]
fn every_legacy_encoding_is_read_when_a_meta_names_it() {
    for (label, text) in LEGACY {
        let html = format!("<meta charset='{label}'><p>{text}");
        let decoded = plain(&encode(label, &html));
        assert_eq!(decoded.text, html, "{label}");
        assert_eq!(decoded.encoded.source, EncodingSource::Meta, "{label}");
    }
}

#[test]
fn common_encodings_are_detected() {
    let cases = [
        ("windows-1251", RUSSIAN),
        ("koi8-r", SIMPLE_RUSSIAN),
        ("gbk", CHINESE),
        ("big5", TAIWANESE),
        ("shift_jis", JAPANESE),
        ("euc-jp", JAPANESE),
        ("iso-2022-jp", JAPANESE),
        ("euc-kr", KOREAN),
        ("windows-1252", "Der größte Käse für 5 € — “naïve café”."),
        ("windows-1253", "Ο καιρός σήμερα είναι καλός και αποφασίσαμε να πάμε στο πάρκο."),
        ("windows-1255", "מזג האוויר היום יפה והחלטנו ללכת לפארק."),
        ("windows-1256", "الطقس جميل اليوم وقررنا الذهاب إلى الحديقة."),
    ];
    for (label, text) in cases {
        let html = format!("<html><body><p>{text}</p></body></html>");
        let decoded = plain(&encode(label, &html));
        assert_eq!(decoded.text, html, "{label}");
        assert_eq!(decoded.encoded.source, EncodingSource::Detected, "{label}");
    }
}

#[test]
fn utf_8_needs_no_declaration() {
    let decoded = plain("<p>größer 漢字".as_bytes());
    assert_eq!(decoded.text, "<p>größer 漢字");
    assert_eq!(
        (decoded.encoded.encoding, decoded.encoded.source),
        ("UTF-8", EncodingSource::Detected)
    );
}

#[test]
fn a_mark_beats_every_declaration() {
    let html = "<meta charset=koi8-r><p>größer";
    let marked = [b"\xef\xbb\xbf", html.as_bytes()].concat();
    let decoded = sent_as(&marked, "text/html; charset=windows-1251");
    assert_eq!((decoded.text.as_str(), decoded.encoded.source), (html, EncodingSource::Mark));
    for bytes_of in [u16::to_le_bytes, u16::to_be_bytes] {
        let decoded = plain(&utf_16(&format!("\u{feff}{html}"), bytes_of));
        assert_eq!((decoded.text.as_str(), decoded.encoded.source), (html, EncodingSource::Mark));
    }
}

#[test]
fn utf_16_is_read_without_a_mark_whatever_is_declared() {
    let html = "<html><meta charset=utf-8><p>漢字かな交じり文";
    for bytes_of in [u16::to_le_bytes, u16::to_be_bytes] {
        assert_eq!(plain(&utf_16(html, bytes_of)).text, html);
        assert_eq!(sent_as(&utf_16(html, bytes_of), "text/html; charset=utf-8").text, html);
        assert_eq!(sent_as(&utf_16(html, bytes_of), "text/html; charset=utf-16").text, html);
    }
}

#[test]
fn declared_utf_16_that_is_not_is_ignored() {
    let decoded = sent_as("<p>größer".as_bytes(), "text/html; charset=utf-16");
    assert_eq!(decoded.text, "<p>größer");
}

#[test]
fn the_transport_beats_the_page() {
    let html = encode("windows-1251", "<meta charset=koi8-r><p>Погода");
    let decoded = sent_as(&html, "text/html; charset=\"Windows-1251\"");
    assert_eq!(decoded.text, "<meta charset=koi8-r><p>Погода");
    assert_eq!(sent_as(&html, "cp1251").text, decoded.text);
}

#[test]
fn declared_utf_8_that_is_not_is_detected() {
    let html = "<meta charset=utf-8><p>Der größte Käse für alle";
    let decoded = plain(&encode("windows-1252", html));
    assert_eq!(decoded.text, html);
    assert_eq!(decoded.encoded.declared, Some("UTF-8"));
    assert_eq!(
        (decoded.encoded.encoding, decoded.encoded.source),
        ("windows-1252", EncodingSource::Detected)
    );
    assert_eq!(
        sent_as(&encode("koi8-r", SIMPLE_RUSSIAN), "text/html; charset=utf-8").text,
        SIMPLE_RUSSIAN
    );
}

#[test]
fn a_few_broken_bytes_leave_utf_8_what_it_is() {
    let mut html = "<p>größer, schöner, weiter".as_bytes().to_vec();
    html.push(0xFF);
    for decoded in [plain(&html), sent_as(&html, "text/html; charset=utf-8")] {
        assert_eq!(decoded.text, "<p>größer, schöner, weiter\u{fffd}");
        assert!(decoded.encoded.had_errors);
        assert_eq!(decoded.encoded.encoding, "UTF-8");
    }
}

#[test]
fn a_character_cut_off_by_the_end_leaves_utf_8_what_it_is() {
    let cut = &"<p>x漢".as_bytes()[..5];
    assert_eq!(sent_as(cut, "utf-8").text, "<p>x\u{fffd}");
    assert_eq!(plain(&"<p>größer x漢".as_bytes()[..14]).text, "<p>größer x\u{fffd}");
    assert_eq!(plain(b"<p>caf\xe9").text, "<p>café", "nothing else speaks for UTF-8");
}

#[test]
fn utf_8_refutes_a_declared_legacy_encoding() {
    for label in ["iso-8859-1", "windows-1251", "iso-2022-jp"] {
        let html = format!("<meta charset={label}><p>größer");
        let decoded = plain(html.as_bytes());
        assert_eq!(decoded.text, html);
        assert!(decoded.encoded.declared.is_some());
        assert_eq!(decoded.encoded.source, EncodingSource::Detected);
    }
    let html = format!("<meta charset=gbk><p>{CHINESE}");
    assert_eq!(plain(html.as_bytes()).text, html);
    let mut cut = html.replace("gbk", "koi8-r").into_bytes();
    cut.pop();
    assert_eq!(plain(&cut).encoded.encoding, "UTF-8");
}

#[test]
fn a_short_text_that_looks_like_utf_8_by_chance_is_what_it_says() {
    let html = encode("gbk", "<meta charset=gbk><p>模式");
    assert!(std::str::from_utf8(&html).is_ok());
    assert_eq!(plain(&html).text, "<meta charset=gbk><p>模式");
}

#[test]
fn a_fault_in_the_declared_encoding_decides_for_utf_8() {
    let html = "<meta charset=big5><p>It’s";
    assert_eq!(plain(html.as_bytes()).text, html);
}

#[test]
fn a_lone_symbol_in_english_is_of_windows_1252() {
    let html = "<p>How to spend £125: the best of the gifts and the worst of the lot, and the rest of the year";
    assert_eq!(plain(&encode("windows-1252", html)).text, html);
}

#[test]
fn a_wrong_multi_byte_declaration_gives_way() {
    let html = format!("<meta charset=big5><p>{JAPANESE}{JAPANESE}");
    let decoded = plain(&encode("shift_jis", &html));
    assert_eq!(decoded.text, html);
    assert_eq!(decoded.encoded.declared, Some("Big5"));
}

#[test]
fn a_meta_far_down_counts_unless_it_is_in_a_script() {
    let filler = "x".repeat(5000);
    let late = format!("{filler}<meta charset=utf-8><p>größer");
    assert_eq!(plain(late.as_bytes()).encoded.source, EncodingSource::Meta);
    let html =
        format!("<script>{filler}'<meta charset=big5>'</script><meta charset=koi8-r><p>да нет");
    let decoded = plain(&encode("koi8-r", &html));
    assert_eq!(decoded.text, html);
    assert_eq!(decoded.encoded.source, EncodingSource::Meta);
}

#[test]
fn an_xml_declaration_counts() {
    let html = "<?xml version=\"1.0\" encoding=\"koi8-r\"?><html><p>да нет";
    let decoded = plain(&encode("koi8-r", html));
    assert_eq!(decoded.text, html);
    assert_eq!(decoded.encoded.source, EncodingSource::XmlDeclaration);
}

#[test]
fn replacement_labels_say_nothing() {
    let decoded = sent_as(&encode("euc-kr", KOREAN), "text/html; charset=iso-2022-kr");
    assert_eq!(decoded.text, KOREAN);
}

#[test]
fn an_owned_vector_of_utf_8_is_not_copied() {
    let bytes = "<p>größer".as_bytes().to_vec();
    let address = bytes.as_ptr();
    assert_eq!(decode(bytes, &Hints::new()).text.as_ptr(), address);
}

#[test]
fn anything_can_be_decoded() {
    for len in 0..70 {
        let bytes: Vec<u8> = (0..len).map(|i: u8| i.wrapping_mul(89).wrapping_add(len)).collect();
        plain(&bytes);
        for (label, _) in LEGACY {
            sent_as(&bytes, label);
        }
    }
}
