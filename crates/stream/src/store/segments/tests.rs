use super::entry::Entry;
use super::*;
use crate::files::Files;
use crate::testing::Folder;

fn article(seq: i64) -> Entry {
    Entry::Article(entry::ArticleEntry {
        seq,
        key: format!("key {seq}"),
        site: "a.example".into(),
        feed: 1,
        url: format!("http://a.example/{seq}"),
        title: None,
        published: None,
        fetched: 1,
        confidence: Some(0.5),
        words: 3,
        language: None,
        support: 0,
        text_hash: "0".repeat(32),
    })
}

fn writer(folder: &Folder, end: End) -> Result<SegmentWriter, StoreError> {
    SegmentWriter::open(Files::default(), folder.path(), [7; 16], end)
}

#[test]
fn texts_are_found_again_and_what_was_not_committed_is_gone() {
    let folder = Folder::new();
    let mut first = writer(&folder, End::default()).unwrap();
    let texts: Vec<Vec<u8>> = (0..200).map(|n| vec![n as u8; 3000 + n]).collect();
    let add = |(n, text): (usize, &Vec<u8>)| first.add(&article(n as i64), text).unwrap();
    let places: Vec<Place> = texts.iter().enumerate().map(add).collect();
    let end = first.sync().unwrap();
    first.add(&article(900), b"never committed").unwrap();
    first.sync().unwrap();
    drop(first);
    let mut second = writer(&folder, end).unwrap();
    let next = second.add(&article(901), b"after").unwrap();
    second.sync().unwrap();
    let reader = SegmentReader::new(folder.path());
    for (text, place) in texts.iter().zip(places) {
        assert_eq!(&reader.text(place).unwrap().0, text);
    }
    assert_eq!(reader.text(next).unwrap().0, b"after");
    assert!(reader.text(Place { start: 1 << 20, ..next }).is_err());
}

#[test]
fn every_altered_bit_of_a_frame_is_noticed_and_the_next_frame_is_found() {
    let folder = Folder::new();
    let mut writer = writer(&folder, End::default()).unwrap();
    let mut places = Vec::new();
    for seq in 0..3 {
        places.push(writer.add(&article(seq), b"some text").unwrap());
        writer.sync().unwrap();
    }
    let path = path(folder.path(), 0);
    let whole = std::fs::read(&path).unwrap();
    let (from, to) = (places[1].frame, places[2].frame);
    for bit in from * 8..to * 8 {
        let mut altered = whole.clone();
        altered[usize::try_from(bit / 8).unwrap()] ^= 1 << (bit % 8);
        std::fs::write(&path, altered).unwrap();
        let reader = SegmentReader::new(folder.path());
        let error = reader.text(places[1]).unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "bit {bit}: {error}");
        assert!(reader.text(places[0]).is_ok() && reader.text(places[2]).is_ok());
        let segment = frame::Segment::open(&path).unwrap();
        assert_eq!(segment.next_good(from + 1).unwrap(), Some(to), "bit {bit}");
    }
}

#[test]
fn a_segment_that_is_too_short_is_refused_and_not_filled_up() {
    let folder = Folder::new();
    let mut first = writer(&folder, End::default()).unwrap();
    first.add(&article(1), &[7; 5000]).unwrap();
    let end = first.sync().unwrap();
    drop(first);
    let file = std::fs::OpenOptions::new().write(true).open(path(folder.path(), 0)).unwrap();
    file.set_len(end.length - 3).unwrap();
    let error = writer(&folder, end).unwrap_err();
    assert!(error.to_string().contains("000000.seg"), "{error}");
    assert_eq!(file.metadata().unwrap().len(), end.length - 3);
}
