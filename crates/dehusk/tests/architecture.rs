//! What ARCHITECTURE.md shows compiles: it is the example, line by line.

#[test]
fn the_extractor_in_the_architecture_is_the_example() {
    let example = include_str!("../examples/own_extractor.rs");
    let architecture = include_str!("../../../ARCHITECTURE.md");
    let start = example.find("struct Sentences;").expect("the example");
    let end = example.find("fn main()").expect("its main function");
    let shown = example[start..end].trim();
    assert!(
        architecture.contains(shown),
        "ARCHITECTURE.md shows another extractor than the example"
    );
}
