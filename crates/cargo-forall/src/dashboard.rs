//! The dashboard: the page, kept up to date in a browser while a campaign goes on.
//!
//! It answers two questions: `/`, the page as it stands, and `/events`, which stays open and says when there
//! is more. A page that is loaded again, or was away for a while, gets all of it from either. On this machine
//! alone it asks for no password, but for its own name, so that no page of another site can read it; from
//! outside one needs the token that stands in its address.

mod request;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use self::request::Request;
use crate::error::Error;
use crate::page;
use crate::results::Run;

/// How long a browser may take to ask, and to read.
const PATIENCE: Duration = Duration::from_secs(10);
/// Who looks on shall hear of the end.
const FAREWELL: Duration = Duration::from_millis(300);
/// A line is sent after so much silence, which shows whether anybody is still there.
const SILENCE: Duration = Duration::from_secs(5);

/// A page that others look at.
#[derive(Debug)]
pub(crate) struct Dashboard {
    door: Door,
    shown: Arc<Shown>,
}

/// Who may come in.
#[derive(Clone, Debug)]
struct Door {
    address: SocketAddr,
    /// What those from outside must know.
    token: Option<String>,
}

/// What is shown, and who waits for more of it.
#[derive(Debug, Default)]
struct Shown {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    version: u64,
    runs: Vec<Run>,
    /// How many wait for more.
    visitors: usize,
}

impl Dashboard {
    /// Opens at this address, with nothing to show yet. Port 0 is any that is free.
    pub(crate) fn open(address: SocketAddr) -> Result<Dashboard, Error> {
        let opened = TcpListener::bind(address).and_then(|door| Ok((door.local_addr()?, door)));
        let (address, listener) = opened.map_err(|error| Error::Dashboard {
            address: address.to_string(),
            says: error.to_string(),
        })?;
        let token = (!address.ip().is_loopback()).then(token);
        let dashboard = Dashboard { door: Door { address, token }, shown: Arc::default() };
        let (door, shown) = (dashboard.door.clone(), Arc::clone(&dashboard.shown));
        thread::spawn(move || {
            for visitor in listener.incoming().flatten() {
                let (door, shown) = (door.clone(), Arc::clone(&shown));
                // Who went away in the middle has no answer to miss.
                thread::spawn(move || door.answer(&visitor, &shown).ok());
            }
        });
        Ok(dashboard)
    }

    /// What to open in a browser.
    pub(crate) fn url(&self) -> String {
        let Door { address, token } = &self.door;
        let token = token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        format!("http://{}/{token}", reachable(*address))
    }

    /// Shows these runs from now on. Who looks on is told only if there is something new.
    pub(crate) fn show(&self, runs: Vec<Run>) {
        let mut state = self.shown.open();
        if state.version > 0 && state.runs == runs {
            return;
        }
        state.version += 1;
        state.runs = runs;
        self.shown.changed.notify_all();
    }
}

impl Drop for Dashboard {
    fn drop(&mut self) {
        if self.shown.open().visitors > 0 {
            thread::sleep(FAREWELL);
        }
    }
}

impl Shown {
    fn open(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is something newer than `version`, or for a while.
    fn newer(&self, version: u64) -> (u64, Option<String>) {
        let waited =
            self.changed.wait_timeout_while(self.open(), SILENCE, |state| state.version == version);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (state.version, (state.version != version).then(|| page::data(&state.runs)))
    }
}

impl Door {
    fn answer(&self, mut visitor: &TcpStream, shown: &Shown) -> io::Result<()> {
        visitor.set_read_timeout(Some(PATIENCE))?;
        visitor.set_write_timeout(Some(PATIENCE))?;
        let Some(request) = Request::read(visitor)? else {
            return say(visitor, "400 Bad Request", "This is no request.\n");
        };
        if !self.admits(&request) {
            return say(visitor, "403 Forbidden", "Use the address that `cargo forall` printed.\n");
        }
        match request.path() {
            "/" => {
                let page = page::page(&shown.open().runs);
                head(visitor, "200 OK", "text/html; charset=utf-8", Some(page.len()))?;
                visitor.write_all(page.as_bytes())
            }
            "/events" => {
                head(visitor, "200 OK", "text/event-stream", None)?;
                shown.open().visitors += 1;
                let left = events(visitor, shown);
                shown.open().visitors -= 1;
                left
            }
            _ => say(visitor, "404 Not Found", "There is only one page here.\n"),
        }
    }

    /// A page of another site could ask too, but it would have to call us by a name of its own.
    fn admits(&self, request: &Request) -> bool {
        match &self.token {
            Some(token) => request.token() == Some(token),
            None => {
                let host = request.host.rsplit_once(':').map_or(&*request.host, |(host, _)| host);
                let ip = host.trim_matches(['[', ']']).parse::<IpAddr>();
                host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
            }
        }
    }
}

/// One message for every change, for as long as somebody listens.
fn events(mut visitor: &TcpStream, shown: &Shown) -> io::Result<()> {
    let mut version = 0;
    loop {
        let (newest, data) = shown.newer(version);
        match data {
            Some(data) => write!(visitor, "data: {data}\n\n")?,
            None => visitor.write_all(b": still here\n\n")?,
        }
        version = newest;
    }
}

fn say(mut visitor: &TcpStream, status: &str, text: &str) -> io::Result<()> {
    head(visitor, status, "text/plain; charset=utf-8", Some(text.len()))?;
    visitor.write_all(text.as_bytes())
}

fn head(
    mut visitor: &TcpStream,
    status: &str,
    kind: &str,
    length: Option<usize>,
) -> io::Result<()> {
    let length = length.map(|length| format!("Content-Length: {length}\r\n")).unwrap_or_default();
    write!(
        visitor,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{length}Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"
    )
}

/// An address that others can open. Who listens on all of them has no such address himself: others reach him at the
/// one from which he would reach them, and where there is no way out, there are no others.
fn reachable(address: SocketAddr) -> SocketAddr {
    let (here, anybody): (IpAddr, IpAddr) = match address.ip() {
        ip if !ip.is_unspecified() => return address,
        IpAddr::V4(_) => (Ipv4Addr::LOCALHOST.into(), Ipv4Addr::new(192, 0, 2, 1).into()),
        IpAddr::V6(_) => {
            (Ipv6Addr::LOCALHOST.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into())
        }
    };
    // Nothing is sent: a datagram socket that is connected only asks the system for the way.
    let way = UdpSocket::bind((address.ip(), 0)).and_then(|socket| {
        socket.connect((anybody, 9))?;
        socket.local_addr()
    });
    SocketAddr::new(way.map_or(here, |way| way.ip()), address.port())
}

/// Nobody guesses it: each half is drawn by the system.
fn token() -> String {
    use std::hash::{BuildHasher, RandomState};
    let half = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", half(), half())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use forall_format::results::{FailingLine, ResultLine};

    use super::*;

    fn ask(dashboard: &Dashboard, path: &str, host: &str) -> String {
        let mut door = TcpStream::connect(dashboard.door.address).expect("it is open");
        write!(door, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("it listens");
        let mut answer = Vec::new();
        let mut part = [0; 1 << 16];
        while let Ok(count @ 1..) = door.read(&mut part) {
            answer.extend_from_slice(&part[..count]);
            if path.starts_with("/events") && answer.ends_with(b"\n\n") && answer.len() > 200 {
                break;
            }
        }
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn open(address: &str) -> Dashboard {
        let dashboard = Dashboard::open(address.parse().expect("an address")).expect("a free port");
        let line = FailingLine { pass: None, inputs: "</script>".to_owned() };
        let run = Run::parse(&ResultLine::Failing(line).to_json()).expect("it has a line");
        dashboard.show(vec![run]);
        dashboard
    }

    #[test]
    fn the_page_and_its_news_are_served() {
        let dashboard = open("127.0.0.1:0");
        let page = ask(&dashboard, "/", "localhost:1");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
        assert!(page.contains(r#""inputs":"\u003c/script>""#), "no text ends the script");
        let news = ask(&dashboard, "/events", "127.0.0.1:1");
        assert!(
            news.contains("text/event-stream") && news.contains("data: {\"runs\":[{"),
            "{news}"
        );
        assert!(ask(&dashboard, "/other", "localhost").starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn pages_of_other_sites_are_not_served() {
        let dashboard = open("127.0.0.1:0");
        assert!(ask(&dashboard, "/", "evil.example").starts_with("HTTP/1.1 403"));
        assert!(ask(&dashboard, "/", "127.0.0.1.evil.example:80").starts_with("HTTP/1.1 403"));
    }

    #[test]
    fn from_outside_one_needs_the_token() {
        let dashboard = open("0.0.0.0:0");
        let token = dashboard.door.token.clone().expect("there is one");
        let url = dashboard.url();
        let address = url.strip_prefix("http://").and_then(|url| url.split_once('/'));
        let (address, rest) = address.expect("it is an address");
        assert_eq!(rest, format!("?token={token}"));
        assert!(!address.contains("0.0.0.0") && TcpStream::connect(address).is_ok(), "{url}");
        assert!(ask(&dashboard, "/", "localhost").starts_with("HTTP/1.1 403"));
        assert!(ask(&dashboard, "/?token=0", "localhost").starts_with("HTTP/1.1 403"));
        assert!(ask(&dashboard, &format!("/?token={token}"), "any").starts_with("HTTP/1.1 200"));
        assert!(ask(&dashboard, &format!("/events?token={token}"), "any").contains("data: "));
    }
}
