//! The value of an expression for every row of a batch.

use arrow::array::RecordBatch;
use arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, Datum, Float64Array, Int64Array, Scalar, StringArray,
};
use arrow::compute::kernels::{boolean, cmp, comparison, numeric};
use arrow::compute::{cast, is_not_null, is_null};
use arrow::datatypes::DataType;
use arrow::error::ArrowError;
use sqlparser::ast::{
    BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, UnaryOperator,
    Value,
};
use std::sync::Arc;

/// A value for each row, or one for all of them.
enum Operand {
    Column(ArrayRef),
    Constant(ArrayRef),
}

impl Operand {
    fn array(&self) -> &ArrayRef {
        match self {
            Operand::Column(array) | Operand::Constant(array) => array,
        }
    }

    fn is_number(&self) -> bool {
        matches!(self.array().data_type(), DataType::Int64 | DataType::Float64)
    }

    /// Numbers are compared as numbers, whether they are whole or not.
    fn into_real(self) -> Result<Operand, ArrowError> {
        let real = |array: &ArrayRef| cast(array, &DataType::Float64);
        Ok(match &self {
            Operand::Column(array) => Operand::Column(real(array)?),
            Operand::Constant(array) => Operand::Constant(real(array)?),
        })
    }

    /// What Arrow's kernels take.
    fn with_datum<T>(&self, work: impl FnOnce(&dyn Datum) -> T) -> T {
        match self {
            Operand::Column(array) => work(array),
            Operand::Constant(array) => work(&Scalar::new(array.clone())),
        }
    }
}

fn unsupported<T>(what: impl std::fmt::Display) -> Result<T, ArrowError> {
    Err(ArrowError::NotYetImplemented(format!("{what} is not known here")))
}

/// Whether an expression is true, for each row.
pub fn truth(expression: &Expr, batch: &RecordBatch) -> Result<BooleanArray, ArrowError> {
    let rows = batch.num_rows();
    let value = value(expression, batch)?;
    match (&value, value.array().data_type()) {
        (Operand::Column(array), DataType::Boolean) => Ok(array.as_boolean().clone()),
        (Operand::Constant(array), DataType::Boolean) => {
            let constant = array.as_boolean();
            let says = constant.is_valid(0) && constant.value(0);
            Ok(BooleanArray::from(vec![says; rows]))
        }
        (_, other) => Err(ArrowError::InvalidArgumentError(format!(
            "{expression} is no condition but a {}: compare it with something",
            plain(other)
        ))),
    }
}

fn value(expression: &Expr, batch: &RecordBatch) -> Result<Operand, ArrowError> {
    match expression {
        Expr::Nested(inner) => value(inner, batch),
        Expr::Identifier(name) => {
            let column = batch.column_by_name(&name.value).cloned();
            let missing = || ArrowError::SchemaError(format!("there is no column {}", name.value));
            column.map(Operand::Column).ok_or_else(missing)
        }
        Expr::Value(constant) => literal(&constant.value),
        Expr::UnaryOp { op: UnaryOperator::Minus, expr } => {
            let operand = value(expr, batch)?;
            let negated = numeric::neg(operand.array())?;
            Ok(match operand {
                Operand::Column(_) => Operand::Column(negated),
                Operand::Constant(_) => Operand::Constant(negated),
            })
        }
        Expr::UnaryOp { op: UnaryOperator::Not, expr } => yes(boolean::not(&truth(expr, batch)?)?),
        Expr::BinaryOp { left, op, right } => binary(left, op, right, batch),
        Expr::IsNull(inner) => yes(is_null(value(inner, batch)?.array())?),
        Expr::IsNotNull(inner) => yes(is_not_null(value(inner, batch)?.array())?),
        Expr::InList { expr, list, negated } => among(expr, list, *negated, batch),
        Expr::Between { expr, negated, low, high } => {
            let above = binary_truth(expr, &BinaryOperator::GtEq, low, batch)?;
            let below = binary_truth(expr, &BinaryOperator::LtEq, high, batch)?;
            maybe_not(boolean::and_kleene(&above, &below)?, *negated)
        }
        Expr::Like { negated, expr, pattern, .. } => {
            let found = texts(expr, pattern, batch, |a, b| comparison::like(a, b))?;
            maybe_not(found, *negated)
        }
        Expr::ILike { negated, expr, pattern, .. } => {
            let found = texts(expr, pattern, batch, |a, b| comparison::ilike(a, b))?;
            maybe_not(found, *negated)
        }
        Expr::Function(function) => call(function, batch),
        other => unsupported(other),
    }
}

/// The expressions that an expression is made of.
pub fn inner(expression: &Expr) -> Vec<&Expr> {
    match expression {
        Expr::Nested(inner) | Expr::IsNull(inner) | Expr::IsNotNull(inner) => vec![inner],
        Expr::UnaryOp { expr, .. } => vec![expr],
        Expr::BinaryOp { left, right, .. } => vec![left, right],
        Expr::InList { expr, list, .. } => std::iter::once(&**expr).chain(list).collect(),
        Expr::Between { expr, low, high, .. } => vec![expr, low, high],
        Expr::Like { expr, pattern, .. } | Expr::ILike { expr, pattern, .. } => vec![expr, pattern],
        Expr::Function(function) => arguments(function).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn yes(array: BooleanArray) -> Result<Operand, ArrowError> {
    Ok(Operand::Column(Arc::new(array)))
}

fn maybe_not(array: BooleanArray, negated: bool) -> Result<Operand, ArrowError> {
    yes(if negated { boolean::not(&array)? } else { array })
}

fn literal(value: &Value) -> Result<Operand, ArrowError> {
    let array: ArrayRef = match value {
        Value::Number(digits, _) => match (digits.parse::<i64>(), digits.parse::<f64>()) {
            (Ok(whole), _) => Arc::new(Int64Array::from(vec![whole])),
            (_, Ok(real)) => Arc::new(Float64Array::from(vec![real])),
            _ => return unsupported(digits),
        },
        Value::SingleQuotedString(text) | Value::DoubleQuotedString(text) => {
            Arc::new(StringArray::from(vec![text.as_str()]))
        }
        Value::Boolean(says) => Arc::new(BooleanArray::from(vec![*says])),
        other => return unsupported(other),
    };
    Ok(Operand::Constant(array))
}

fn binary_truth(
    left: &Expr,
    op: &BinaryOperator,
    right: &Expr,
    batch: &RecordBatch,
) -> Result<BooleanArray, ArrowError> {
    match binary(left, op, right, batch)? {
        Operand::Column(array) | Operand::Constant(array) => Ok(array.as_boolean().clone()),
    }
}

fn binary(
    left: &Expr,
    op: &BinaryOperator,
    right: &Expr,
    batch: &RecordBatch,
) -> Result<Operand, ArrowError> {
    use BinaryOperator as Op;
    if matches!(op, Op::And | Op::Or) {
        let (left, right) = (truth(left, batch)?, truth(right, batch)?);
        return yes(match op {
            Op::And => boolean::and_kleene(&left, &right)?,
            _ => boolean::or_kleene(&left, &right)?,
        });
    }
    let said = format!("{left} {op} {right}");
    let (left, right) = alike(value(left, batch)?, value(right, batch)?, &said)?;
    let compare = |kernel: fn(&dyn Datum, &dyn Datum) -> Result<BooleanArray, ArrowError>| {
        left.with_datum(|left| right.with_datum(|right| kernel(left, right))).and_then(yes)
    };
    let calculate = |kernel: fn(&dyn Datum, &dyn Datum) -> Result<ArrayRef, ArrowError>| {
        if !left.is_number() {
            return Err(ArrowError::InvalidArgumentError(format!("{said} is no number")));
        }
        let result = left.with_datum(|left| right.with_datum(|right| kernel(left, right)))?;
        Ok(match (&left, &right) {
            (Operand::Constant(_), Operand::Constant(_)) => Operand::Constant(result),
            _ => Operand::Column(result),
        })
    };
    match op {
        Op::Eq | Op::Spaceship => compare(cmp::eq),
        Op::NotEq => compare(cmp::neq),
        Op::Lt => compare(cmp::lt),
        Op::LtEq => compare(cmp::lt_eq),
        Op::Gt => compare(cmp::gt),
        Op::GtEq => compare(cmp::gt_eq),
        Op::Plus => calculate(numeric::add),
        Op::Minus => calculate(numeric::sub),
        Op::Multiply => calculate(numeric::mul),
        Op::Divide => calculate(numeric::div),
        other => unsupported(other),
    }
}

/// Two values of one type. Numbers become one kind of numbers; else they must be of one type already.
fn alike(left: Operand, right: Operand, said: &str) -> Result<(Operand, Operand), ArrowError> {
    if left.is_number() && right.is_number() {
        return Ok((left.into_real()?, right.into_real()?));
    }
    let (one, other) = (left.array().data_type().clone(), right.array().data_type().clone());
    let fits = one == other && matches!(one, DataType::Utf8 | DataType::Boolean);
    if !fits {
        let (one, other) = (plain(&one), plain(&other));
        return Err(ArrowError::InvalidArgumentError(format!(
            "{said} compares a {one} with a {other}"
        )));
    }
    Ok((left, right))
}

/// A type as people call it.
fn plain(kind: &DataType) -> &'static str {
    match kind {
        DataType::Utf8 => "text",
        DataType::Int64 | DataType::Float64 => "number",
        DataType::Boolean => "condition",
        DataType::List(_) => "list",
        _ => "value of another type",
    }
}

fn among(
    expression: &Expr,
    list: &[Expr],
    negated: bool,
    batch: &RecordBatch,
) -> Result<Operand, ArrowError> {
    let mut found = BooleanArray::from(vec![false; batch.num_rows()]);
    for one in list {
        let same = binary_truth(expression, &BinaryOperator::Eq, one, batch)?;
        found = boolean::or_kleene(&found, &same)?;
    }
    maybe_not(found, negated)
}

fn texts(
    left: &Expr,
    right: &Expr,
    batch: &RecordBatch,
    kernel: fn(&dyn Datum, &dyn Datum) -> Result<BooleanArray, ArrowError>,
) -> Result<BooleanArray, ArrowError> {
    let said = format!("{left} with {right}");
    let (left, right) = alike(value(left, batch)?, value(right, batch)?, &said)?;
    left.with_datum(|left| right.with_datum(|right| kernel(left, right)))
}

/// The functions there are: what the usual ones of SQL are called.
fn call(function: &Function, batch: &RecordBatch) -> Result<Operand, ArrowError> {
    let name = function.name.to_string().to_ascii_lowercase();
    let arguments = arguments(function)?;
    match (name.as_str(), arguments.as_slice()) {
        ("length" | "len", [one]) => length(value(one, batch)?),
        ("lower", [one]) => map_text(value(one, batch)?, str::to_lowercase),
        ("upper", [one]) => map_text(value(one, batch)?, str::to_uppercase),
        ("contains", [one, part]) => match value(one, batch)?.array().data_type() {
            DataType::List(_) => has_item(one, part, batch),
            _ => yes(texts(one, part, batch, |a, b| comparison::contains(a, b))?),
        },
        ("starts_with", [one, part]) => {
            yes(texts(one, part, batch, |a, b| comparison::starts_with(a, b))?)
        }
        ("ends_with", [one, part]) => {
            yes(texts(one, part, batch, |a, b| comparison::ends_with(a, b))?)
        }
        _ => unsupported(format!(
            "{function}; there are length, lower, upper, contains, starts_with, ends_with: another one"
        )),
    }
}

fn arguments(function: &Function) -> Result<Vec<&Expr>, ArrowError> {
    let FunctionArguments::List(list) = &function.args else { return Ok(Vec::new()) };
    let argument = |argument| match argument {
        &FunctionArg::Unnamed(FunctionArgExpr::Expr(ref expression)) => Ok(expression),
        other => unsupported(other),
    };
    list.args.iter().map(argument).collect()
}

/// Characters of a text, items of a list.
fn length(operand: Operand) -> Result<Operand, ArrowError> {
    let array = operand.array();
    let lengths: Int64Array = match array.data_type() {
        DataType::Utf8 => {
            let texts = array.as_string::<i32>();
            texts.iter().map(|text| text.map(|text| text.chars().count() as i64)).collect()
        }
        DataType::List(_) => {
            let lists = array.as_list::<i32>();
            lists.iter().map(|list| list.map(|list| list.len() as i64)).collect()
        }
        other => return unsupported(format!("the length of a {}", plain(other))),
    };
    Ok(Operand::Column(Arc::new(lengths)))
}

fn map_text(operand: Operand, change: fn(&str) -> String) -> Result<Operand, ArrowError> {
    let Some(texts) = operand.array().as_string_opt::<i32>() else {
        return unsupported(format!("this for a {}", plain(operand.array().data_type())));
    };
    let changed: StringArray = texts.iter().map(|text| text.map(change)).collect();
    Ok(match operand {
        Operand::Column(_) => Operand::Column(Arc::new(changed)),
        Operand::Constant(_) => Operand::Constant(Arc::new(changed)),
    })
}

/// Whether a list of texts has one.
fn has_item(list: &Expr, item: &Expr, batch: &RecordBatch) -> Result<Operand, ArrowError> {
    let (lists, item) = (value(list, batch)?, value(item, batch)?);
    let (Some(lists), Some(item)) =
        (lists.array().as_list_opt::<i32>(), item.array().as_string_opt::<i32>())
    else {
        return unsupported("contains of these");
    };
    let wanted = if item.len() == 1 && item.is_valid(0) { item.value(0) } else { "" };
    let has = |list: Option<ArrayRef>| {
        let list = list?;
        let texts = list.as_string_opt::<i32>()?;
        Some(texts.iter().flatten().any(|text| text == wanted))
    };
    yes(lists.iter().map(has).collect())
}
