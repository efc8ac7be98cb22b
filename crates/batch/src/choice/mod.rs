//! Which rows are kept: a condition over the columns, in the words of SQL.
//!
//! sqlparser reads it, Arrow's kernels evaluate it a batch at a time. The condition is taken apart at its outermost
//! `and`s, so that what is left out can be counted by the first part that said no.

mod evaluate;
mod presets;

pub use presets::{PRESETS, Preset};

use crate::columns::{UnknownColumn, all};
use arrow::array::{Array, BooleanArray, RecordBatch};
use arrow::error::ArrowError;
use sqlparser::ast::{BinaryOperator, Expr};
use sqlparser::dialect::Dialect;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::Token;
use std::collections::BTreeSet;

/// A condition over the columns.
///
/// ```
/// use dehusk_batch::Condition;
/// let condition = Condition::parse(r#"lang == "en" and confidence > .6 and words >= 50"#)?;
/// assert_eq!(condition.columns().collect::<Vec<_>>(), ["confidence", "lang", "words"]);
/// assert_eq!(condition.parts().count(), 3);
/// assert!(Condition::parse("wrods > 5").unwrap_err().to_string().contains("did you mean \"words\"?"));
/// # Ok::<_, dehusk_batch::ConditionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Condition {
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    /// As it was written.
    said: String,
    expression: Expr,
}

/// Why a condition can not be followed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConditionError {
    /// It is no expression.
    #[error("{said:?} can not be read: {why}; write it as in words >= 50 and lang = 'en'")]
    Syntax {
        /// The condition.
        said: String,
        /// What the parser said.
        why: String,
    },
    /// It names a column that there is not.
    #[error(transparent)]
    Column(#[from] UnknownColumn),
    /// It has something that is not known here, or compares what can not be compared.
    #[error("{said:?} can not be used: {why}")]
    Unsupported {
        /// The part of the condition.
        said: String,
        /// What is wrong.
        why: String,
    },
}

/// SQL in which text may stand in either kind of quotes, as people write it.
#[derive(Debug)]
struct Words;

impl Dialect for Words {
    fn is_delimited_identifier_start(&self, c: char) -> bool {
        c == '`'
    }

    fn is_identifier_start(&self, c: char) -> bool {
        c.is_alphabetic() || c == '_'
    }

    fn is_identifier_part(&self, c: char) -> bool {
        c.is_alphanumeric() || c == '_'
    }
}

impl Condition {
    /// Reads a condition.
    pub fn parse(text: &str) -> Result<Condition, ConditionError> {
        let syntax = |why: String| ConditionError::Syntax { said: text.into(), why };
        let mut parser =
            Parser::new(&Words).try_with_sql(text).map_err(|error| syntax(error.to_string()))?;
        let expression = parser.parse_expr().map_err(|error| syntax(error.to_string()))?;
        let next = parser.peek_token().token;
        if next != Token::EOF {
            return Err(syntax(format!("it should end before {next}")));
        }
        let mut parts = Vec::new();
        take_apart(expression, &mut parts);
        let condition = Condition { parts };
        condition.check()?;
        Ok(condition)
    }

    /// Both conditions.
    pub fn and(mut self, other: Condition) -> Condition {
        self.parts.extend(other.parts);
        self
    }

    /// The columns it asks, by name.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        let mut named = Named::default();
        for part in &self.parts {
            named.visit(&part.expression);
        }
        named.columns.into_iter()
    }

    /// Its parts as they were written, by which what is left out is counted.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| part.said.as_str())
    }

    /// Which rows are kept, and how many each part was the first to leave out. What is not known is no yes.
    pub fn apply(&self, batch: &RecordBatch) -> Result<(BooleanArray, Vec<u64>), ArrowError> {
        let mut kept = vec![true; batch.num_rows()];
        let mut left_out = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let says = evaluate::truth(&part.expression, batch)?;
            let mut count = 0;
            for (row, kept) in kept.iter_mut().enumerate() {
                if *kept && !(says.is_valid(row) && says.value(row)) {
                    *kept = false;
                    count += 1;
                }
            }
            left_out.push(count);
        }
        Ok((kept.into(), left_out))
    }

    /// Tries it on a table without rows, so that what is wrong with it is known before the first page.
    fn check(&self) -> Result<(), ConditionError> {
        for part in &self.parts {
            let mut named = Named::default();
            named.visit(&part.expression);
            if let Some(name) = named.unknown {
                return Err(UnknownColumn::new(&name).into());
            }
            let columns = crate::Columns::default().with(named.columns);
            let empty = RecordBatch::new_empty(columns.schema());
            evaluate::truth(&part.expression, &empty).map_err(|error| {
                let why = error.to_string();
                let why = why.split_once(": ").map_or(why.as_str(), |(_, why)| why).to_string();
                ConditionError::Unsupported { said: part.said.clone(), why }
            })?;
        }
        Ok(())
    }
}

/// The parts of an expression that all have to be true.
fn take_apart(expression: Expr, parts: &mut Vec<Part>) {
    match expression {
        Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
            take_apart(*left, parts);
            take_apart(*right, parts);
        }
        Expr::Nested(inner)
            if matches!(&*inner, Expr::BinaryOp { op: BinaryOperator::And, .. }) =>
        {
            take_apart(*inner, parts);
        }
        other => parts.push(Part { said: other.to_string(), expression: other }),
    }
}

/// The columns that an expression names.
#[derive(Default)]
struct Named {
    columns: BTreeSet<&'static str>,
    unknown: Option<String>,
}

impl Named {
    fn visit(&mut self, expression: &Expr) {
        if let Expr::Identifier(name) = expression {
            match all().iter().find(|column| column.name == name.value) {
                Some(column) => drop(self.columns.insert(column.name)),
                None => self.unknown = Some(name.value.clone()),
            }
        }
        evaluate::inner(expression).into_iter().for_each(|inner| self.visit(inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Columns, Extraction, Html, PageRef};

    /// Three pages: words 18, 3 and 0 in other languages.
    fn batch() -> RecordBatch {
        let columns = Columns::parse("id,url,words,lang,authors,status,title").unwrap();
        let options = dehusk::Options::new().with_extractor("readability").unwrap();
        let html = [
            "<title>One</title><meta name=author content='Ada Park'><p>The ferry came in late, as it had all week, and \
             nobody on the quay was surprised by it any more.",
            "<p>Zu spät gekommen.",
            "<p>ok",
        ];
        let page = |(id, html): (&'static str, &'static str)| PageRef {
            status: Some(200),
            ..PageRef::new(id, Html::Text(html))
        };
        let pages = ["a", "b", "c"].into_iter().zip(html).map(page);
        Extraction::new(options, columns).rows(pages).unwrap().batch
    }

    fn kept(condition: &str) -> Vec<usize> {
        let (kept, _) = Condition::parse(condition).unwrap().apply(&batch()).unwrap();
        (0..kept.len()).filter(|row| kept.value(*row)).collect()
    }

    #[test]
    fn conditions_are_followed() {
        for (condition, rows) in [
            ("words >= 3", &[0, 1][..]),
            ("words > 2.5 and words < 10", &[1]),
            ("words = 1 or words == 3", &[1, 2]),
            ("not words = 3", &[0, 2]),
            ("lang = 'en'", &[0]),
            ("lang == \"en\"", &[0]),
            ("lang is null", &[1, 2]),
            ("lang is not null", &[0]),
            ("id in ('a', 'c')", &[0, 2]),
            ("id not in ('a', 'c')", &[1]),
            ("words between 1 and 3", &[1, 2]),
            ("words not between 1 and 3", &[0]),
            ("title like 'O%'", &[0]),
            ("title ilike 'oN_'", &[0]),
            ("length(title) = 3", &[0]),
            ("contains(authors, 'Ada Park')", &[0]),
            ("length(authors) = 0", &[1, 2]),
            ("lower(title) = 'one' and starts_with(title, 'On') and ends_with(title, 'e')", &[0]),
            ("words * 2 + 1 >= 7 - 0", &[0, 1]),
            ("words / 2 > 1.4", &[0, 1]),
            ("words > -1", &[0, 1, 2]),
            ("(words > 2 and (words < 9))", &[1]),
            ("true", &[0, 1, 2]),
            ("lang != 'en'", &[]),
        ] {
            assert_eq!(kept(condition), rows, "{condition}");
        }
    }

    #[test]
    fn what_is_left_out_is_counted_by_the_first_part_that_says_no() {
        let condition = Condition::parse("words >= 2 and lang = 'en' and status = 200").unwrap();
        let (_, left_out) = condition.apply(&batch()).unwrap();
        assert_eq!(left_out, [1, 1, 0]);
        let parts: Vec<_> = condition.parts().collect();
        assert_eq!(parts, ["words >= 2", "lang = 'en'", "status = 200"]);
    }

    #[test]
    fn what_is_wrong_is_said_before_the_first_page() {
        for (condition, part) in [
            ("", "can not be read"),
            ("words >=", "can not be read"),
            ("words > 3 words", "should end before"),
            ("wrods > 3", "did you mean \"words\"?"),
            ("words > 'x'", "compares a number with a text"),
            ("words", "is no condition but a number"),
            ("sqrt(words) > 2", "there are length, lower"),
            ("(select 1) > 2", "not known here"),
            ("authors = 'x'", "compares a list with a text"),
        ] {
            let error = Condition::parse(condition).unwrap_err().to_string();
            assert!(error.contains(part), "{condition}: {error}");
        }
    }
}
