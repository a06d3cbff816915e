//! The dashboard: the report page in a browser, updated while a session runs.
//!
//! It serves two paths: `/` returns the current page, and `/events` stays open and sends the data after each
//! change. Every message contains all data, so a page can be reloaded or reconnect at any time. On the loopback
//! interface, requests must name this host, so that a page of another site cannot read the data (DNS
//! rebinding). On other interfaces, requests must contain the token in the printed address.

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

/// The time limit for a browser to send a request and to read the response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the program waits at its end, so that open pages receive the last update.
const SHUTDOWN_DELAY: Duration = Duration::from_millis(300);
/// How often a comment is sent if there is no update, to detect closed connections.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(5);

/// A server of the report page.
#[derive(Debug)]
pub(crate) struct Dashboard {
    server: Server,
    published: Arc<Published>,
}

/// The address, and how requests are authorised.
#[derive(Clone, Debug)]
struct Server {
    address: SocketAddr,
    /// The token that requests must contain, unless the address is a loopback address.
    token: Option<String>,
}

/// The published runs, shared with the threads that serve them.
#[derive(Debug, Default)]
struct Published {
    state: Mutex<State>,
    changed: Condvar,
}

/// The data of the page.
#[derive(Debug, Default)]
struct State {
    version: u64,
    runs: Vec<Run>,
    /// The number of open `/events` connections.
    listeners: usize,
}

impl Dashboard {
    /// Listens at this address, with no runs yet. Port 0 selects a free port.
    pub(crate) fn open(address: SocketAddr) -> Result<Dashboard, Error> {
        let cannot_open = |error: io::Error| Error::Dashboard {
            address: address.to_string(),
            message: error.to_string(),
        };
        let listener = TcpListener::bind(address).map_err(cannot_open)?;
        let address = listener.local_addr().map_err(cannot_open)?;
        let token = (!address.ip().is_loopback()).then(random_token);
        let dashboard = Dashboard { server: Server { address, token }, published: Arc::default() };
        let server = dashboard.server.clone();
        let published = Arc::clone(&dashboard.published);
        thread::spawn(move || server.serve(&listener, &published));
        Ok(dashboard)
    }

    /// Returns the address to open in a browser.
    pub(crate) fn url(&self) -> String {
        let Server { address, token } = &self.server;
        let token = token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        format!("http://{}/{token}", reachable(*address))
    }

    /// Publishes these runs. Sends an update only if they differ from the last ones.
    pub(crate) fn show(&self, runs: Vec<Run>) {
        let mut state = self.published.lock();
        if state.version > 0 && state.runs == runs {
            return;
        }
        state.version += 1;
        state.runs = runs;
        self.published.changed.notify_all();
    }
}

impl Drop for Dashboard {
    fn drop(&mut self) {
        if self.published.lock().listeners > 0 {
            thread::sleep(SHUTDOWN_DELAY);
        }
    }
}

impl Published {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for data that is newer than `version`. Returns `None` after the keep-alive interval.
    fn wait_for_update(&self, version: u64) -> Option<Update> {
        let is_current = |state: &mut State| state.version == version;
        let waited = self.changed.wait_timeout_while(self.lock(), KEEP_ALIVE_INTERVAL, is_current);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let has_changed = state.version != version;
        has_changed.then(|| Update { version: state.version, data: page::data(&state.runs) })
    }
}

/// A new version of the data of the page.
#[derive(Debug)]
struct Update {
    version: u64,
    data: String,
}

impl Server {
    /// Accepts connections, and answers each on its own thread.
    fn serve(&self, listener: &TcpListener, published: &Arc<Published>) {
        for stream in listener.incoming().flatten() {
            let server = self.clone();
            let published = Arc::clone(published);
            // An error means that the browser closed the connection.
            thread::spawn(move || server.answer(&stream, &published).ok());
        }
    }

    fn answer(&self, mut stream: &TcpStream, published: &Published) -> io::Result<()> {
        stream.set_read_timeout(Some(REQUEST_TIMEOUT))?;
        stream.set_write_timeout(Some(REQUEST_TIMEOUT))?;
        let Some(request) = Request::read(stream)? else {
            return respond(stream, "400 Bad Request", "The request is invalid.\n");
        };
        if !self.is_authorised(&request) {
            return respond(
                stream,
                "403 Forbidden",
                "Use the address that `cargo forall` printed.\n",
            );
        }
        match request.path() {
            "/" => {
                let page = page::page(&published.lock().runs);
                head(stream, "200 OK", "text/html; charset=utf-8", Some(page.len()))?;
                stream.write_all(page.as_bytes())
            }
            "/events" => {
                head(stream, "200 OK", "text/event-stream", None)?;
                published.lock().listeners += 1;
                let result = send_events(stream, published);
                published.lock().listeners -= 1;
                result
            }
            _ => respond(stream, "404 Not Found", "The only page is `/`.\n"),
        }
    }

    /// Returns whether the request has the token or, without a token, names this host. A page of another site can
    /// send requests too, but with the name of that site.
    fn is_authorised(&self, request: &Request) -> bool {
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

/// Sends one message for every change, until the connection is closed.
fn send_events(mut stream: &TcpStream, published: &Published) -> io::Result<()> {
    let mut version = 0;
    loop {
        match published.wait_for_update(version) {
            Some(update) => {
                write!(stream, "data: {}\n\n", update.data)?;
                version = update.version;
            }
            None => stream.write_all(b": keep-alive\n\n")?,
        }
    }
}

fn respond(mut stream: &TcpStream, status: &str, text: &str) -> io::Result<()> {
    head(stream, status, "text/plain; charset=utf-8", Some(text.len()))?;
    stream.write_all(text.as_bytes())
}

fn head(mut stream: &TcpStream, status: &str, kind: &str, length: Option<usize>) -> io::Result<()> {
    let length = length.map(|length| format!("Content-Length: {length}\r\n")).unwrap_or_default();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{length}Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"
    )
}

/// Returns an address that other machines can open. If the server listens on all interfaces, that is the address of the
/// interface with the default route, or the loopback address if there is no such route.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => {
            let documentation = Ipv4Addr::new(192, 0, 2, 1);
            outgoing_ip(documentation.into()).unwrap_or(Ipv4Addr::LOCALHOST.into())
        }
        IpAddr::V6(_) => {
            let documentation = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
            outgoing_ip(documentation.into()).unwrap_or(Ipv6Addr::LOCALHOST.into())
        }
    };
    SocketAddr::new(ip, address.port())
}

/// Returns the local address of packets to `destination`. Connecting a UDP socket only selects a route; no packet is
/// sent.
fn outgoing_ip(destination: IpAddr) -> io::Result<IpAddr> {
    let unspecified: IpAddr = match destination {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((unspecified, 0))?;
    socket.connect((destination, 9))?;
    Ok(socket.local_addr()?.ip())
}

/// Returns 128 random bits, which the operating system generates.
fn random_token() -> String {
    use std::hash::{BuildHasher, RandomState};
    let half = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", half(), half())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use forall_format::results::{FailingLine, ResultLine};

    use super::*;

    fn get(dashboard: &Dashboard, path: &str, host: &str) -> String {
        let address = dashboard.server.address;
        let mut stream = TcpStream::connect(address).expect("the dashboard listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("it reads");
        let mut response = Vec::new();
        let mut buffer = [0; 1 << 16];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            response.extend_from_slice(&buffer[..count]);
            let has_update = response.ends_with(b"\n\n") && response.len() > 200;
            if path.starts_with("/events") && has_update {
                break;
            }
        }
        String::from_utf8_lossy(&response).into_owned()
    }

    fn open(address: &str) -> Dashboard {
        let dashboard = Dashboard::open(address.parse().expect("an address")).expect("a free port");
        let line = FailingLine { pass: None, inputs: "</script>".to_owned() };
        let run = Run::parse(&ResultLine::Failing(line).to_json()).expect("the text has a line");
        dashboard.show(vec![run]);
        dashboard
    }

    #[test]
    fn the_page_and_updates_are_served() {
        let dashboard = open("127.0.0.1:0");
        let page = get(&dashboard, "/", "localhost:1");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
        assert!(page.contains(r#""inputs":"\u003c/script>""#), "the data cannot end its element");
        let events = get(&dashboard, "/events", "127.0.0.1:1");
        assert!(events.contains("text/event-stream"), "{events}");
        assert!(events.contains("data: {\"runs\":[{"), "{events}");
        assert!(get(&dashboard, "/other", "localhost").starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn requests_that_name_another_host_are_rejected() {
        let dashboard = open("127.0.0.1:0");
        assert!(get(&dashboard, "/", "evil.example").starts_with("HTTP/1.1 403"));
        assert!(get(&dashboard, "/", "127.0.0.1.evil.example:80").starts_with("HTTP/1.1 403"));
    }

    #[test]
    fn requests_from_other_machines_need_the_token() {
        let dashboard = open("0.0.0.0:0");
        let token = dashboard.server.token.clone().expect("the address is not a loopback address");
        let url = dashboard.url();
        let address = url.strip_prefix("http://").and_then(|url| url.split_once('/'));
        let (address, rest) = address.expect("it is a URL");
        assert_eq!(rest, format!("?token={token}"));
        assert!(!address.contains("0.0.0.0") && TcpStream::connect(address).is_ok(), "{url}");
        assert!(get(&dashboard, "/", "localhost").starts_with("HTTP/1.1 403"));
        assert!(get(&dashboard, "/?token=0", "localhost").starts_with("HTTP/1.1 403"));
        assert!(get(&dashboard, &format!("/?token={token}"), "any").starts_with("HTTP/1.1 200"));
        assert!(get(&dashboard, &format!("/events?token={token}"), "any").contains("data: "));
    }
}
