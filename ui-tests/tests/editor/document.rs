//! An open file, and questions about places in it.

use crate::Probe;
use crate::client::{Client, uri};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// What came of a question.
pub struct Outcome {
    question: &'static str,
    /// What was answered, where that is wrong.
    failure: Option<String>,
    asked: bool,
}

impl Outcome {
    fn check(question: &'static str, good: bool, answer: impl std::fmt::Debug) -> Outcome {
        let failure = (!good).then(|| format!("{answer:?}"));
        Outcome { question, failure, asked: true }
    }

    fn not_asked(question: &'static str) -> Outcome {
        Outcome { question, failure: None, asked: false }
    }

    /// For the table.
    pub fn shown(&self) -> &'static str {
        match (&self.failure, self.asked) {
            (Some(_), _) => "WRONG",
            (None, true) => "yes",
            (None, false) => "-",
        }
    }

    /// What is wrong, if something is.
    pub fn wrong(&self, kind: &str) -> Option<String> {
        self.failure.as_ref().map(|answer| format!("{kind}: {}: {answer}", self.question))
    }
}

/// A file in an editor.
pub struct Document {
    client: Client,
    uri: String,
    text: String,
    version: i32,
}

impl Document {
    /// Opens the library of a crate, which has this text.
    pub fn open(crate_: &Path, target: &Path, text: String) -> Document {
        let mut server = std::process::Command::new("rust-analyzer");
        let mut client = Client::start(&mut server, crate_, target);
        let uri = uri(&crate_.join("src/lib.rs"));
        client.tell(
            "textDocument/didOpen",
            json!({ "textDocument":
                { "uri": uri, "languageId": "rust", "version": 1, "text": text } }),
        );
        Document { client, uri, text, version: 1 }
    }

    /// Where a name stands: between the bars of a text that is in the file once.
    pub fn place(&self, at: &str) -> Range<usize> {
        let parts: Vec<&str> = at.split('|').collect();
        let [before, name, after] = parts[..] else { panic!("{at}: there must be two bars") };
        let whole = format!("{before}{name}{after}");
        let mut found = self.text.match_indices(&whole);
        let (start, _) = found.next().unwrap_or_else(|| panic!("{whole} is not in the file"));
        assert!(found.next().is_none(), "{whole} is in the file twice");
        let start = start + before.len();
        start..start + name.len()
    }

    /// Replaces a part of the text.
    pub fn replace(&mut self, range: Range<usize>, by: &str) {
        self.text.replace_range(range, by);
        self.version += 1;
        self.client.tell(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": self.uri, "version": self.version },
                    "contentChanges": [{ "text": self.text }] }),
        );
    }

    /// Asks everything about a name.
    pub fn probe(&mut self, probe: &Probe) -> Vec<Outcome> {
        let at = self.place(probe.at).start;
        let hover = self.hover(at);
        let hovered = probe.hover.iter().all(|text| hover.contains(text));
        let mut outcomes = vec![Outcome::check("hover", hovered, hover)];
        let definitions = self.places("textDocument/definition", at);
        let coloured = self.coloured().contains(&self.position(at).to_string());
        let colour = Outcome::check("colour", coloured, "none");
        let Some(definition) = probe.definition else {
            let elsewhere = definitions.len() == 1 && definitions[0].contains("/src/editor.rs:");
            outcomes.push(Outcome::check("definition", elsewhere, definitions));
            outcomes.extend(["references", "rename"].map(Outcome::not_asked));
            outcomes.push(colour);
            return outcomes;
        };
        let expected = self.shown(&self.uri, &self.position(self.place(definition).start));
        let defined = !definitions.is_empty() && definitions.iter().all(|d| *d == expected);
        outcomes.push(Outcome::check("definition", defined, definitions));
        let references = self.places("textDocument/references", at);
        let mentioned = references.len() == probe.mentions && references.contains(&expected);
        outcomes.push(Outcome::check("references", mentioned, &references));
        let renamed = self.rename(at);
        outcomes.push(Outcome::check("rename", renamed == references, renamed));
        outcomes.push(colour);
        outcomes
    }

    /// What hover says at a place.
    pub fn hover(&mut self, at: usize) -> String {
        let answer = self.ask("textDocument/hover", at, json!({}));
        answer["contents"]["value"].as_str().unwrap_or("").to_string()
    }

    /// What completion offers at a place, but for macros and paths; sorted.
    pub fn completions(&mut self, at: usize) -> Vec<String> {
        let answer = self.ask("textDocument/completion", at, json!({}));
        let items = answer["items"].as_array().or(answer.as_array()).cloned().unwrap_or_default();
        let name = |item: &Value| {
            let label = item["label"].as_str().unwrap_or("");
            label.split(['(', ' ']).next().unwrap_or("").to_string()
        };
        let names: BTreeSet<String> = items.iter().map(name).collect();
        names.into_iter().collect()
    }

    /// Types a line in the place of a comment, up to the bar; gives what is not offered there, and
    /// what hover says of another name meanwhile.
    pub fn typed(
        &mut self,
        comment: &str,
        line: &str,
        offered: &[&str],
        other: &str,
    ) -> (Vec<String>, String) {
        let before = self.text.clone();
        let at = self.text.find(comment).expect("the comment");
        self.replace(at..at + comment.len(), &closed(&line.replace('|', "")));
        let found = self.completions(at + line.find('|').expect("a bar"));
        let hover = self.hover(self.place(other).start);
        self.replace(0..self.text.len(), &before);
        let missing = offered.iter().filter(|name| !found.iter().any(|f| f == *name));
        (missing.map(ToString::to_string).collect(), hover)
    }

    /// What the server has to say against the file by itself.
    pub fn diagnostics(&mut self) -> Vec<String> {
        let params = json!({ "textDocument": { "uri": self.uri } });
        let answer = self.client.ask("textDocument/diagnostic", params);
        let items = answer["items"].as_array().expect("a list").iter();
        items.map(ToString::to_string).collect()
    }

    fn ask(&mut self, question: &str, at: usize, more: Value) -> Value {
        let mut params = json!({
            "textDocument": { "uri": self.uri }, "position": self.position(at),
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.client.ask(question, params)
    }

    /// The places that are the answer to a question; sorted.
    fn places(&mut self, question: &str, at: usize) -> Vec<String> {
        let context = json!({ "context": { "includeDeclaration": true } });
        let answer = self.ask(question, at, context);
        let place = |link: &Value| {
            let uri = link["targetUri"].as_str().or(link["uri"].as_str()).unwrap_or("");
            let range = link.get("targetSelectionRange").unwrap_or(&link["range"]);
            self.shown(uri, &range["start"])
        };
        let mut places: Vec<String> = answer.as_array().into_iter().flatten().map(place).collect();
        places.sort();
        places
    }

    /// The places that change with the name; sorted.
    fn rename(&mut self, at: usize) -> Vec<String> {
        let answer = self.ask("textDocument/rename", at, json!({ "newName": "renamed" }));
        let mut places = Vec::new();
        for file in answer["documentChanges"].as_array().into_iter().flatten() {
            let uri = file["textDocument"]["uri"].as_str().unwrap_or("");
            let edits = file["edits"].as_array().into_iter().flatten();
            places.extend(edits.map(|edit| self.shown(uri, &edit["range"]["start"])));
        }
        places.sort();
        places
    }

    /// Where the tokens with a colour of their own start.
    fn coloured(&mut self) -> BTreeSet<String> {
        let params = json!({ "textDocument": { "uri": self.uri } });
        let answer = self.client.ask("textDocument/semanticTokens/full", params);
        let numbers: Vec<u64> =
            answer["data"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        let (mut line, mut character) = (0, 0);
        let mut starts = BTreeSet::new();
        for token in numbers.chunks_exact(5) {
            character = if token[0] == 0 { character + token[1] } else { token[1] };
            line += token[0];
            starts.insert(json!({ "line": line, "character": character }).to_string());
        }
        starts
    }

    fn shown(&self, uri: &str, start: &Value) -> String {
        format!("{uri}:{}:{}", start["line"], start["character"])
    }

    fn position(&self, at: usize) -> Value {
        let before = &self.text[..at];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        json!({ "line": before.matches('\n').count(), "character": at - line })
    }
}

/// The line with what closes its groups, as editors insert that.
fn closed(line: &str) -> String {
    let mut open = Vec::new();
    for c in line.chars() {
        match c {
            '(' => open.push(')'),
            '{' => open.push('}'),
            '[' => open.push(']'),
            ')' | '}' | ']' => drop(open.pop()),
            _ => {}
        }
    }
    line.chars().chain(open.into_iter().rev()).collect()
}
