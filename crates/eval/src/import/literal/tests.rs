//! Literals of Python, read back.

use super::*;
use serde_json::json;

fn only(text: &str, dialect: Dialect) -> Value {
    match entries(&format!("{{'k': {text}}}"), dialect).pop().expect("an entry").content {
        Ok((_, value)) => value,
        Err(what) => panic!("{text}: {what}"),
    }
}

#[test]
fn python_literals() {
    let read = |text| only(text, Dialect::Python);
    assert_eq!(read("'a' \"b\"\n  # a remark\n  'c'"), json!("abc"));
    assert_eq!(read("r'\\d' u'\\u00e9' b'\\x41'"), json!("\\déA"));
    assert_eq!(read("'''two\nlines'''"), json!("two\nlines"));
    assert_eq!(read("'it\\'s' '\\d' ''"), json!("it's\\d"));
    assert_eq!(read("['a', 'b',]  # end\n"), json!(["a", "b"]));
    assert_eq!(read("('a'\n 'b')"), json!("ab"));
    assert_eq!(read("('a',)"), json!(["a"]));
    assert_eq!(read("()"), json!([]));
    assert_eq!(read("{'x': None, 'y': True, 'z': -1.5}"), json!({"x": null, "y": true, "z": -1.5}));
}

#[test]
fn json_is_read_as_json() {
    let text = r#"{"a": {"s": "\u00e9\ud83d\ude00\/\n", "n": [1, 2.5, null]}, "b": ""}"#;
    let read: Vec<_> = entries(text, Dialect::Json).into_iter().map(|e| e.content).collect();
    let expected: Map<String, Value> = serde_json::from_str(text).expect("JSON");
    let expected: Vec<_> = expected.into_iter().map(Ok).collect();
    assert_eq!(read, expected);
}

#[test]
fn a_fault_costs_one_entry() {
    let text = "{\n'a': {'x': 'never ends},\n'b': {'x': 'two'},\n'c': {'x': nonsense}, é,\n'd': {'x': 'four'},\n}";
    let read: Vec<(usize, Option<String>)> = entries(text, Dialect::Python)
        .into_iter()
        .map(|e| (e.line, e.content.ok().map(|(key, _)| key)))
        .collect();
    assert_eq!(read, [(2, None), (3, Some("b".into())), (4, None), (5, Some("d".into()))]);
}

#[test]
fn whatever_it_is_it_ends() {
    for text in
        ["", "{", "{'a'", "{'a':", "{'a': {", "{\"\\", "{'a': '\\u12", "{,,,", "{: {", "{'a': +}"]
    {
        let read = entries(text, Dialect::Python);
        assert!(read.iter().all(|e| e.content.is_err()), "{text}: {read:?}");
    }
    let deep = format!("{{'a': {}", "[".repeat(100_000));
    assert!(entries(&deep, Dialect::Json)[0].content.is_err());
}
