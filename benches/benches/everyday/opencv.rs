//! OpenCV, in a Python process that is told what to do line by line.

use super::candidate::{Agreement, Candidate, Run};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/everyday_opencv.py");

struct Process {
    child: Child,
    requests: ChildStdin,
    replies: BufReader<ChildStdout>,
}

impl Process {
    /// Sends a line and waits for the reply.
    fn ask(&mut self, request: &str) -> String {
        writeln!(self.requests, "{request}").expect("Python reads requests");
        let mut reply = String::new();
        self.replies.read_line(&mut reply).expect("Python replies");
        assert!(!reply.is_empty(), "Python ended at the request `{request}`");
        reply.trim_end().to_string()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = writeln!(self.requests, "end");
        let _ = self.child.wait();
    }
}

/// OpenCV on a number of threads.
pub struct OpenCv(Arc<Mutex<Process>>);

impl OpenCv {
    /// Starts Python.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(python: &str, threads: usize) -> OpenCv {
        let mut child = Command::new(python)
            .args([SCRIPT, "--serve", "--threads", &threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{python}: {e}"));
        let requests = child.stdin.take().expect("a pipe");
        let replies = BufReader::new(child.stdout.take().expect("a pipe"));
        OpenCv(Arc::new(Mutex::new(Process { child, requests, replies })))
    }

    /// An operation of the script.
    pub fn candidate(&self, name: &'static str, agreement: Agreement) -> Candidate {
        let run = Box::new(Operation { process: Arc::clone(&self.0), name });
        Candidate { name: "opencv", agreement, run }
    }
}

struct Operation {
    process: Arc<Mutex<Process>>,
    name: &'static str,
}

impl Operation {
    fn ask(&self, what: &str) -> String {
        self.process.lock().expect("no panic before").ask(&format!("{what} {}", self.name))
    }
}

impl Run for Operation {
    fn run(&mut self) -> Duration {
        let reply = self.ask("run");
        let ms: f64 = reply.parse().unwrap_or_else(|_| panic!("{}: {reply}", self.name));
        Duration::from_secs_f64(ms / 1e3)
    }

    /// The reply names a file of 16-bit numbers.
    fn result(&mut self) -> Vec<u16> {
        let path = self.ask("result");
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let _ = std::fs::remove_file(&path);
        bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect()
    }
}
