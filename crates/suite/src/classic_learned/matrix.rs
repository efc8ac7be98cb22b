//! Rows of numbers, all of one width, one behind the other in one piece of memory.

/// A table of numbers.
///
/// ```
/// use dehusk_suite::classic_learned::matrix::Matrix;
/// let mut matrix = Matrix::of_rows(2, [[1.0, 2.0], [3.0, 4.0]]);
/// matrix.row_mut(0)[1] = 5.0;
/// assert_eq!((matrix.len(), matrix.row(0), matrix.get(2)), (2, &[1.0, 5.0][..], None));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    width: usize,
    len: usize,
    values: Vec<f32>,
}

impl Matrix {
    /// So many rows of zeros.
    pub fn zeros(len: usize, width: usize) -> Matrix {
        Matrix { width, len, values: vec![0.0; len * width] }
    }

    /// From rows; of longer ones what is behind the width is cut off, shorter ones are filled up with zeros.
    pub fn of_rows<R: AsRef<[f32]>>(width: usize, rows: impl IntoIterator<Item = R>) -> Matrix {
        let mut matrix = Matrix::zeros(0, width);
        for row in rows {
            let row = row.as_ref();
            matrix.values.extend_from_slice(&row[..row.len().min(width)]);
            matrix.len += 1;
            matrix.values.resize(matrix.len * width, 0.0);
        }
        matrix
    }

    /// From the numbers of rows one behind the other; what does not fill a row is cut off.
    pub fn of_values(width: usize, mut values: Vec<f32>) -> Matrix {
        let len = values.len() / width.max(1);
        values.truncate(len * width);
        Matrix { width, len, values }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Numbers of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A row, where there is one.
    #[inline]
    pub fn get(&self, row: usize) -> Option<&[f32]> {
        self.values.get(row * self.width..(row + 1) * self.width).filter(|_| row < self.len)
    }

    /// A row that there is.
    #[inline]
    pub fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.width..(row + 1) * self.width]
    }

    /// A row that there is, to be changed.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.values[row * self.width..(row + 1) * self.width]
    }

    /// All rows.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        (0..self.len).map(|row| self.row(row))
    }

    /// The numbers of all rows.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }
}
