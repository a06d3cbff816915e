//! The dashboard, as a browser and as a hostile client see it.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use forall_format::results::{FailingLine, ResultLine};

use super::*;

/// How long a test waits for a response that should come at once.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

fn connect(dashboard: &Dashboard) -> TcpStream {
    let stream = TcpStream::connect(dashboard.server.address).expect("the dashboard listens");
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).expect("the time is not zero");
    stream
}

/// Returns the response up to the first event, or up to its end.
fn get(dashboard: &Dashboard, path: &str, host: &str) -> String {
    let mut stream = connect(dashboard);
    // A dashboard that rejects the connection may have closed it already. The response says so.
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").ok();
    read(&mut stream, |response| path.starts_with("/events") && response.contains("data: "))
}

/// Reads until the end, an error, or a part for which `is_enough` holds.
fn read(stream: &mut TcpStream, is_enough: impl Fn(&str) -> bool) -> String {
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

fn with_token(dashboard: &Dashboard, path: &str) -> String {
    format!("{path}?token={}", dashboard.server.token.as_str())
}

fn open(address: &str) -> Dashboard {
    open_with(address, Limits::default())
}

fn open_with(address: &str, limits: Limits) -> Dashboard {
    let address: SocketAddr = address.parse().expect("an address");
    let dashboard = Dashboard::with_limits(address, limits).expect("a free port");
    let line = FailingLine { pass: None, inputs: "</script>".to_owned() };
    let run = Run::parse(&ResultLine::Failing(line).to_json()).expect("the text has a line");
    dashboard.show(vec![run]);
    dashboard
}

#[test]
fn the_page_and_updates_are_served() {
    let dashboard = open("127.0.0.1:0");
    let page = get(&dashboard, &with_token(&dashboard, "/"), "localhost:1");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains(r#""inputs":"\u003c/script>""#), "the data cannot end its element");
    let events = get(&dashboard, &with_token(&dashboard, "/events"), "127.0.0.1:1");
    assert!(events.contains("text/event-stream"), "{events}");
    assert!(events.contains("data: {\"live\":true,\"runs\":[{"), "{events}");
    let other = get(&dashboard, &with_token(&dashboard, "/other"), "localhost");
    assert!(other.starts_with("HTTP/1.1 404"), "{other}");
}

#[test]
fn the_last_update_says_that_the_session_has_ended() {
    let dashboard = open("127.0.0.1:0");
    let mut stream = connect(&dashboard);
    let path = with_token(&dashboard, "/events");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it reads");
    read(&mut stream, |response| response.contains("data: "));
    drop(dashboard);
    let last = read(&mut stream, |response| response.contains("data: "));
    assert!(last.contains("data: {\"live\":false,\"runs\":[{"), "{last}");
}

#[test]
fn other_workers_are_shown() {
    let dashboard = open("127.0.0.1:0");
    let line = FailingLine { pass: None, inputs: "7".to_owned() };
    let run = Run::parse(&ResultLine::Failing(line).to_json()).expect("the text has a line");
    dashboard.other_workers().show(vec![run.of_worker("machine-3")]);
    let page = get(&dashboard, &with_token(&dashboard, "/"), "localhost");
    assert_eq!(page.matches("\"worker\":null").count(), 1, "{page}");
    assert_eq!(page.matches("\"worker\":\"machine-3\"").count(), 1, "{page}");
}

#[test]
fn requests_that_name_another_host_are_rejected() {
    let dashboard = open("127.0.0.1:0");
    for host in ["evil.example", "127.0.0.1.evil.example:80"] {
        let response = get(&dashboard, &with_token(&dashboard, "/"), host);
        assert!(response.starts_with("HTTP/1.1 403"), "{host}: {response}");
    }
}

#[test]
fn requests_need_the_token() {
    for address in ["127.0.0.1:0", "0.0.0.0:0"] {
        let dashboard = open(address);
        let url = dashboard.url();
        let parts = url.strip_prefix("http://").and_then(|url| url.split_once('/'));
        let (host, rest) = parts.expect("it is a URL");
        assert_eq!(format!("/{rest}"), with_token(&dashboard, "/"));
        assert!(!host.contains("0.0.0.0") && TcpStream::connect(host).is_ok(), "{url}");
        for path in ["/", "/?token=", "/?token=0", "/events"] {
            let response = get(&dashboard, path, host);
            assert!(response.starts_with("HTTP/1.1 403"), "{url}, {path}: {response}");
        }
        let page = get(&dashboard, &with_token(&dashboard, "/"), host);
        assert!(page.starts_with("HTTP/1.1 200"), "{url}: {page}");
    }
}

#[test]
fn all_responses_limit_what_a_browser_may_do() {
    let dashboard = open("127.0.0.1:0");
    for path in ["/", "/events", "/other"] {
        let response = get(&dashboard, &with_token(&dashboard, path), "localhost");
        let policy = "\r\nContent-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; \
            style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; \
            form-action 'none'; frame-ancestors 'none'\r\n";
        assert!(response.contains(policy), "{path}: {response}");
        for header in [
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cache-Control: no-store",
        ] {
            assert!(response.contains(&format!("\r\n{header}\r\n")), "{path}: {response}");
        }
    }
}

#[test]
fn connections_above_the_limit_are_rejected_until_others_close() {
    let limits = Limits { connections: 2, ..Limits::default() };
    assert_eq!(Limits::default().connections, 64);
    let dashboard = open_with("127.0.0.1:0", limits);
    let mut open: Vec<TcpStream> = (0..3).map(|_| connect(&dashboard)).collect();
    let response = read(&mut open[2], |_| false);
    assert!(response.starts_with("HTTP/1.1 503 Service Unavailable\r\n"), "{response}");
    open.clear();
    let start = Instant::now();
    let is_answered =
        || get(&dashboard, &with_token(&dashboard, "/"), "localhost").starts_with("HTTP/1.1 200");
    while !is_answered() {
        assert!(start.elapsed() < RESPONSE_TIMEOUT, "closed connections make room for others");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_request_has_one_deadline() {
    let limits = Limits { time: Duration::from_millis(300), ..Limits::default() };
    let dashboard = open_with("127.0.0.1:0", limits);
    let mut stream = connect(&dashboard);
    stream.set_read_timeout(Some(Duration::from_millis(50))).expect("the time is not zero");
    let start = Instant::now();
    // Every byte comes well before the limit.
    loop {
        let is_sent = stream.write_all(b"G").is_ok();
        let is_open = match stream.read(&mut [0; 1]) {
            Ok(count) => count > 0,
            Err(error) => {
                matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
            }
        };
        if !is_sent || !is_open {
            break;
        }
        assert!(start.elapsed() < RESPONSE_TIMEOUT, "the connection is still open");
    }
    assert!(start.elapsed() >= Duration::from_millis(300), "{:?}", start.elapsed());
}

#[test]
fn the_server_survives_a_lack_of_threads() {
    let limits = Limits { stack_size: isize::MAX as usize, ..Limits::default() };
    let dashboard = open_with("127.0.0.1:0", limits);
    for _ in 0..3 {
        let mut stream = connect(&dashboard);
        assert_eq!(read(&mut stream, |_| false), "", "the connection is closed");
    }
}

#[test]
fn the_server_pauses_after_it_cannot_accept_a_connection() {
    let dashboard = open("127.0.0.1:0");
    let too_many_files = || Err(io::Error::other("too many open files"));
    let start = Instant::now();
    dashboard.server.serve([too_many_files(), too_many_files()].into_iter(), &dashboard.published);
    assert!(start.elapsed() >= Duration::from_millis(200), "{:?}", start.elapsed());
}
