//! `cargo forall fuzz --dashboard`, as a browser sees it.

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr};

use super::project;

/// Returns the response to a request, or the first part of it for which `is_enough` holds.
fn get(address: &str, path: &str, is_enough: impl Fn(&str) -> bool) -> String {
    let mut stream = TcpStream::connect(address).expect("the dashboard listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
    let mut response = Vec::new();
    let mut buffer = [0; 1 << 16];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        response.extend_from_slice(&buffer[..count]);
        if is_enough(&String::from_utf8_lossy(&response)) {
            break;
        }
    }
    String::from_utf8_lossy(&response).into_owned()
}

/// Returns the last number of passed tests in the text.
fn tests_in(text: &str) -> u64 {
    let passed = text.rsplit(r#""passed":"#).next().unwrap_or_default();
    let digits: String = passed.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}

/// A program that serves a dashboard.
struct LiveProgram {
    process: Child,
    /// The address of the dashboard.
    url: String,
    /// The lines of standard error after the address.
    stderr: Lines<BufReader<ChildStderr>>,
}

impl LiveProgram {
    /// Waits for the end of the program, and returns its exit code.
    fn wait(mut self) -> Option<i32> {
        self.stderr.for_each(drop);
        self.process.wait().expect("the program can be waited for").code()
    }
}

/// Starts the program, and waits for the address of its dashboard.
fn start(args: &str) -> LiveProgram {
    let mut process = project().start(args);
    let stderr = process.stderr.take().expect("standard error is piped");
    let mut stderr = BufReader::new(stderr).lines();
    let url = stderr.find_map(|line| line.ok()?.strip_prefix("dashboard: ").map(str::to_owned));
    LiveProgram { process, url: url.expect("the address is printed"), stderr }
}

#[test]
fn the_dashboard_shows_the_progress_of_a_search() {
    let program = start("fuzz --no-coverage --time 3s others::adds --dashboard");
    let url = program.url.trim_start_matches("http://");
    let (address, query) = url.split_once('/').expect("the address contains the token");
    // Read until there are at least two messages with progress.
    let events = get(address, &format!("/events{query}"), |response| {
        response.matches(r#""type":"progress""#).count() > 3
    });
    assert!(
        events.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"),
        "{events}"
    );
    let messages: Vec<&str> = events.split("data: ").skip(1).collect();
    let first = messages[0];
    let last = messages[messages.len() - 1];
    assert!(last.contains(r#""property":"others::adds""#) && last.contains(r#""runner":"fuzz""#));
    assert!(messages.len() > 1 && tests_in(first) < tests_in(last), "{events}");
    // A page that is loaded or reloaded has all data.
    for _ in 0..2 {
        let page = get(address, &format!("/{query}"), |_| false);
        assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"));
        assert!(page.ends_with("</html>\n") && page.contains(r#""property":"others::adds""#));
        assert!(tests_in(&page) >= tests_in(last), "{page}");
    }
    assert_eq!(program.wait(), Some(0));
}

#[test]
#[cfg(unix)]
fn a_browser_receives_the_updates() {
    use std::process::Command;

    use crate::browser;

    let program = start("fuzz --no-coverage --time 1000s is_watched --dashboard");
    let expected = [
        r#"<span id="connection" role="status">, live</span>"#,
        "/s, ",
        " left, fuzz</span>",
        "Tests per second<",
    ];
    let is_complete = |drawn: &String| expected.iter().all(|part| drawn.contains(part));
    // A browser on a busy machine may draw the page before it is connected.
    let mut drawn = browser::drawn_live(&program.url);
    for _ in 0..10 {
        if drawn.as_ref().is_none_or(is_complete) {
            break;
        }
        drawn = browser::drawn_live(&program.url);
    }
    let sent = Command::new("kill").args(["-INT", &program.process.id().to_string()]).status();
    assert!(sent.expect("`kill` starts").success());
    assert_eq!(program.wait(), Some(130));
    assert!(drawn.as_ref().is_none_or(is_complete), "{drawn:?}");
}
