//! Rows to learn from.

/// Rows of numbers, each with its class and its weight.
#[derive(Clone, Debug)]
pub struct Data {
    names: Vec<String>,
    values: Vec<f32>,
    classes: Vec<u8>,
    weights: Vec<f32>,
    class_count: usize,
}

impl Data {
    /// No rows yet, of columns with these names and of so many classes.
    pub fn new(names: Vec<String>, class_count: usize) -> Data {
        Data { names, values: Vec::new(), classes: Vec::new(), weights: Vec::new(), class_count }
    }

    /// Adds a row; columns that it lacks are 0.
    pub fn push(&mut self, row: &[f32], class: usize, weight: f32) {
        let columns = (0..self.width()).map(|column| row.get(column).copied().unwrap_or(0.0));
        self.values.extend(columns);
        self.classes.push(class.min(self.class_count.saturating_sub(1)) as u8);
        self.weights.push(weight);
    }

    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.names.len()
    }

    /// Rows.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Classes.
    pub fn class_count(&self) -> usize {
        self.class_count
    }

    /// The numbers of a row.
    pub fn row(&self, row: u32) -> &[f32] {
        let start = row as usize * self.width();
        &self.values[start..start + self.width()]
    }

    /// A number.
    pub fn value(&self, row: u32, column: usize) -> f32 {
        self.values[row as usize * self.width() + column]
    }

    /// The class of a row.
    pub fn class(&self, row: u32) -> usize {
        usize::from(self.classes[row as usize])
    }

    /// The weight of a row.
    pub fn weight(&self, row: u32) -> f64 {
        f64::from(self.weights[row as usize])
    }

    /// All rows that weigh anything.
    pub fn rows(&self) -> Vec<u32> {
        (0..self.len() as u32).filter(|&row| self.weight(row) > 0.0).collect()
    }

    /// What each class weighs in some rows.
    pub fn class_weights(&self, rows: &[u32]) -> Vec<f64> {
        let mut weights = vec![0.0; self.class_count];
        rows.iter().for_each(|&row| weights[self.class(row)] += self.weight(row));
        weights
    }

    /// Some rows in the order of a column; those with the same number in their own order.
    pub fn sorted(&self, rows: &[u32], column: usize) -> Vec<u32> {
        let mut rows = rows.to_vec();
        rows.sort_by(|&a, &b| self.value(a, column).total_cmp(&self.value(b, column)));
        rows
    }

    /// The columns whose names are chosen, with the same rows.
    pub fn with_columns(&self, choose: impl Fn(&str) -> bool) -> Data {
        let chosen: Vec<usize> =
            (0..self.width()).filter(|&column| choose(&self.names[column])).collect();
        let mut data =
            Data::new(chosen.iter().map(|&c| self.names[c].clone()).collect(), self.class_count);
        data.values = (0..self.len() as u32)
            .flat_map(|row| chosen.iter().map(move |&column| self.value(row, column)))
            .collect();
        data.classes.clone_from(&self.classes);
        data.weights.clone_from(&self.weights);
        data
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Rows of two numbers: `x` tells the class but for every eleventh row, `noise` tells nothing.
    pub fn noisy(rows: usize) -> Data {
        let mut data = Data::new(vec!["x".into(), "noise".into()], 2);
        for n in 0..rows {
            let class = usize::from(n % 3 == 0);
            let told = if n % 11 == 7 { 1 - class } else { class };
            let x = told as f32 * 10.0 + (n % 5) as f32;
            data.push(&[x, (n * 7919 % 101) as f32], class, 1.0 + (n % 4) as f32);
        }
        data
    }

    #[test]
    fn columns_are_chosen_by_name() {
        let data = noisy(30);
        let noise = data.with_columns(|name| name == "noise");
        assert_eq!((noise.width(), noise.len()), (1, 30));
        assert_eq!(noise.value(4, 0), data.value(4, 1));
        let sorted = data.sorted(&data.rows(), 0);
        assert!(sorted.windows(2).all(|w| data.value(w[0], 0) <= data.value(w[1], 0)));
    }
}
