//! Tables of experiments.

use serde_json::{Map, Value, json};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its head.
    pub name: String,
    /// Whether it depends on the machine at hand.
    pub timed: bool,
}

impl Column {
    /// One that follows from the compiler alone.
    pub fn structural(name: impl Into<String>) -> Column {
        Column { name: name.into(), timed: false }
    }

    /// One of times.
    pub fn time(name: impl Into<String>) -> Column {
        Column { name: name.into(), timed: true }
    }
}

/// What stands in a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number of things.
    Count(u64),
    /// More things than were counted.
    MoreThan(u64),
    /// A quotient.
    Ratio(f64),
    /// Milliseconds, or seconds, as the head says.
    Time(f64),
    /// Nothing that there is.
    Absent,
}

impl Cell {
    /// A part of a whole in percent.
    pub fn percent(part: u64, whole: u64) -> Cell {
        match whole {
            0 => Cell::Absent,
            whole => Cell::Text(format!("{:.1} %", 100.0 * part as f64 / whole as f64)),
        }
    }

    fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(n) => n.to_string(),
            Cell::MoreThan(n) => format!("> {n}"),
            Cell::Ratio(x) => format!("{x:.2}"),
            Cell::Time(x) => format!("{x:.3}"),
            Cell::Absent => "–".into(),
        }
    }

    fn value(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Count(n) => json!(n),
            Cell::MoreThan(n) => json!({ "more_than": n }),
            Cell::Ratio(x) | Cell::Time(x) => json!(x),
            Cell::Absent => Value::Null,
        }
    }
}

/// Columns and rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What the columns are, from left to right.
    pub columns: Vec<Column>,
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// What is said below.
    pub notes: Vec<String>,
}

impl Table {
    /// The table in Markdown; `structure` leaves columns of times out.
    pub fn markdown(&self, structure: bool) -> String {
        let shown = |i: &usize| !(structure && self.columns[*i].timed);
        let columns: Vec<usize> = (0..self.columns.len()).filter(shown).collect();
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let is_text = |i: usize| {
            self.rows.iter().all(|row| matches!(row.get(i), Some(Cell::Text(_) | Cell::Absent)))
        };
        let rule = |i: &usize| if is_text(*i) { "---".to_string() } else { "---:".to_string() };
        let head = columns.iter().map(|i| self.columns[*i].name.clone()).collect();
        let mut text = line(head) + &line(columns.iter().map(rule).collect());
        for row in &self.rows {
            text += &line(columns.iter().map(|i| row[*i].text()).collect());
        }
        for note in &self.notes {
            text += &format!("\n{note}\n");
        }
        text
    }

    /// A line of JSON for each row.
    pub fn json(&self, structure: bool) -> String {
        let line = |row: &Vec<Cell>| {
            let cells = self.columns.iter().zip(row);
            let cells = cells.filter(|(column, _)| !(structure && column.timed));
            let object: Map<String, Value> =
                cells.map(|(column, cell)| (column.name.clone(), cell.value())).collect();
            format!("{}\n", Value::Object(object))
        };
        self.rows.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_can_be_left_out() {
        let table = Table {
            columns: vec![Column::structural("groups"), Column::time("ms")],
            rows: vec![vec![Cell::Count(3), Cell::Time(0.25)]],
            notes: vec!["a note".into()],
        };
        let all = "| groups | ms |\n| ---: | ---: |\n| 3 | 0.250 |\n\na note\n";
        assert_eq!(table.markdown(false), all);
        assert_eq!(table.markdown(true), "| groups |\n| ---: |\n| 3 |\n\na note\n");
        assert_eq!(table.json(false), "{\"groups\":3,\"ms\":0.25}\n");
        assert_eq!(table.json(true), "{\"groups\":3}\n");
    }
}
