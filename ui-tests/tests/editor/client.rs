//! As much of the language server protocol as the questions need.
//!
//! <https://microsoft.github.io/language-server-protocol/specifications/specification-3-17>

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Until the server has built the macro and loaded the crate.
const LOADING: Duration = Duration::from_secs(540);
/// Until a question is answered.
const ANSWER: Duration = Duration::from_secs(60);
/// Errors of a question that a change of the file has overtaken: it is to be asked again.
const OVERTAKEN: [i64; 3] = [-32802, -32801, -32800];

/// A running rust-analyzer; it is killed in the end.
pub struct Client {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    asked: i64,
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Client {
    /// Starts the server on a crate and waits until it has loaded that; Cargo builds in `target`.
    pub fn start(server: &mut Command, crate_: &Path, target: &Path) -> Client {
        let mut server = server
            .current_dir(crate_)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("rust-analyzer starts");
        let input = server.stdin.take().expect("a pipe to it");
        let output = server.stdout.take().expect("a pipe from it");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut client = Client { server, input, messages, asked: 0 };
        client.initialize(crate_, target);
        client
    }

    fn initialize(&mut self, crate_: &Path, target: &Path) {
        let options = json!({
            "cargo": {
                "extraEnv": { "CARGO_TARGET_DIR": target, "CARGO_NET_OFFLINE": "true" },
                "targetDir": target,
            },
            "checkOnSave": false,
            "cachePriming": { "enable": false },
        });
        let capabilities = json!({
            "experimental": { "serverStatusNotification": true },
            "workspace": { "workspaceEdit": { "documentChanges": true } },
            "textDocument": {
                "hover": { "contentFormat": ["markdown"] },
                "semanticTokens": {
                    "requests": { "full": true },
                    "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"],
                },
            },
        });
        self.ask(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": uri(crate_),
                "capabilities": capabilities,
                "initializationOptions": options,
            }),
        );
        self.tell("initialized", json!({}));
        loop {
            let message = self.messages.recv_timeout(LOADING).expect("rust-analyzer loads");
            if message["method"] == "experimental/serverStatus"
                && message["params"]["quiescent"] == true
            {
                assert_ne!(message["params"]["health"], "error", "{message}");
                return;
            }
            self.acknowledge(&message);
        }
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "method": method, "params": params }));
    }

    /// Sends a request and waits for its result, or the message of its error.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        loop {
            self.asked += 1;
            let id = self.asked;
            self.send(&json!({ "id": id, "method": method, "params": params.clone() }));
            let answer = loop {
                let message = self.messages.recv_timeout(ANSWER).expect("an answer");
                if message["id"] == id && message.get("method").is_none() {
                    break message;
                }
                self.acknowledge(&message);
            };
            match answer["error"]["code"].as_i64() {
                None => return answer["result"].clone(),
                Some(code) if OVERTAKEN.contains(&code) => {
                    thread::sleep(Duration::from_millis(100));
                }
                Some(_) => return answer["error"]["message"].clone(),
            }
        }
    }

    /// Answers what the server asks: with nothing.
    fn acknowledge(&mut self, message: &Value) {
        if message.get("method").is_some() && message.get("id").is_some() {
            self.send(&json!({ "id": message["id"], "result": null }));
        }
    }

    fn send(&mut self, message: &Value) {
        let mut message = message.clone();
        message["jsonrpc"] = "2.0".into();
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }
}

/// The name of a file as the protocol has it.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The next message; `None` when the server is gone.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().ok()?;
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
