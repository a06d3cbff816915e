//! `cargo forall fuzz --dashboard`, as a browser sees it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use super::project;

/// What is answered to `path`, up to `enough`.
fn ask(address: &str, path: &str, enough: impl Fn(&str) -> bool) -> String {
    let mut door = TcpStream::connect(address).expect("it is open");
    write!(door, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it listens");
    let (mut answer, mut part) = (Vec::new(), [0; 1 << 16]);
    while let Ok(count @ 1..) = door.read(&mut part) {
        answer.extend_from_slice(&part[..count]);
        if enough(&String::from_utf8_lossy(&answer)) {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

fn tests_in(text: &str) -> u64 {
    let passed = text.rsplit(r#""passed":"#).next().unwrap_or_default();
    let digits: String = passed.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}

#[test]
fn a_campaign_is_shown_while_it_goes_on() {
    let mut program = project().start("fuzz --plain --time 3s others::adds --dashboard");
    let mut says = BufReader::new(program.stderr.take().expect("it is piped")).lines();
    let url =
        says.find_map(|line| line.ok()?.strip_prefix("dashboard: http://").map(str::to_owned));
    let url = url.expect("it says where it is");
    let address = url.trim_end_matches('/');
    // Two messages in which it has come further than in the one before.
    let news = ask(address, "/events", |answer| answer.matches(r#""type":"progress""#).count() > 3);
    assert!(news.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"), "{news}");
    let messages: Vec<&str> = news.split("data: ").skip(1).collect();
    let (first, last) = (messages[0], messages[messages.len() - 1]);
    assert!(last.contains(r#""property":"others::adds""#) && last.contains(r#""runner":"fuzz""#));
    assert!(messages.len() > 1 && tests_in(first) < tests_in(last), "{news}");
    // Who loads the page, or loads it again, has all of it.
    for _ in 0..2 {
        let page = ask(address, "/", |_| false);
        assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"));
        assert!(page.ends_with("</html>\n") && page.contains(r#""property":"others::adds""#));
        assert!(tests_in(&page) >= tests_in(last), "{page}");
    }
    says.for_each(drop);
    let status = program.wait().expect("it is a child");
    assert_eq!(status.code(), Some(0));
}
