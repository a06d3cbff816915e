//! Crowds on the dashboard: many clients, slow clients, clients that disappear, and requests that are damaged.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::{Child, ChildStderr};
use std::thread;
use std::time::{Duration, Instant};

use super::damage::damaged;
use super::program::Program;
use super::tally::Tally;
use super::victims::{all_end, kill_marked, send};

/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// The dashboard serves this many clients at a time, and answers others with an error.
const MAX_SERVED: usize = 64;

/// Lets this number of clients use the dashboard at the same time.
pub(super) fn crowd(program: &Program<'_>, clients: usize) -> io::Result<Tally> {
    session(program, "crowd", |dashboard, tally| attack(dashboard, clients, tally))
}

/// Sends damaged requests to the dashboard.
pub(super) fn damaged_requests(program: &Program<'_>, times: u64) -> io::Result<Tally> {
    session(program, "requests", |dashboard, tally| {
        for number in 0..times {
            let request = damaged(dashboard.get().as_bytes(), number);
            let answer = dashboard.send(&request).unwrap_or_else(|error| error.to_string());
            let is_right = dashboard.may_answer(&request, &answer);
            tally.add(is_right, || format!("`{answer}` to `{}`", request.escape_ascii()));
        }
        dashboard.serves_again(tally, "after damaged requests");
    })
}

/// Starts a session with a dashboard, and attacks it.
fn session(
    program: &Program<'_>,
    name: &str,
    attack: impl FnOnce(Dashboard, &mut Tally),
) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let mark = format!("{name}-{}", std::process::id());
    let args = ["run", "--ignored", "victims::writes_heartbeats", "--dashboard"];
    let mut session = program.command(&args, &mark).spawn()?;
    let found = Dashboard::find(&mut session)?;
    if let Some((dashboard, errors)) = found {
        // The program must not wait for a reader.
        thread::spawn(move || io::copy(&mut { errors }, &mut io::sink()));
        attack(dashboard, &mut tally);
        tally.add(session.try_wait()?.is_none(), || "the session ended".to_owned());
    } else {
        tally.add(false, || "no address was printed".to_owned());
    }
    send("-TERM", session.id())?;
    let status = session.wait()?;
    tally.add(status.code() == Some(143), || format!("the session ended with {status}"));
    tally.add(all_end(&mark), || "the session left processes".to_owned());
    kill_marked(&mark)?;
    Ok(tally)
}

fn attack(dashboard: Dashboard, clients: usize, tally: &mut Tally) {
    // Everybody at once.
    let visits: Vec<_> = (0..clients).map(|_| thread::spawn(move || dashboard.visit())).collect();
    for visit in visits {
        let answer = visit.join().unwrap_or_default();
        tally.add(is_answer(&answer), || format!("a client of many got `{answer}`"));
    }
    // Clients that disappear before they read the answer.
    for _ in 0..clients {
        let _ = dashboard.connect().and_then(|mut client| client.write_all(b"GET / HT"));
    }
    dashboard.serves_again(tally, "after clients that disappeared");
    // Slow clients occupy all places. They are disconnected, or their places are free when they leave.
    let slow: Vec<_> =
        (0..clients.min(2 * MAX_SERVED)).filter_map(|_| dashboard.connect().ok()).collect();
    for mut client in &slow {
        let _ = client.write_all(b"G");
    }
    let answer = dashboard.visit();
    tally.add(is_answer(&answer), || format!("beside slow clients, one got `{answer}`"));
    drop(slow);
    dashboard.serves_again(tally, "after slow clients");
}

/// Returns whether this is the page, or the answer that there are too many clients.
fn is_answer(answer: &str) -> bool {
    ["HTTP/1.1 200", "HTTP/1.1 503"].iter().any(|start| answer.starts_with(start))
}

/// The address of a dashboard.
#[derive(Clone, Copy, Debug)]
struct Dashboard {
    address: SocketAddr,
    token: u128,
}

impl Dashboard {
    /// Reads the address that a session prints to stderr, or returns `None` if it prints none.
    fn find(session: &mut Child) -> io::Result<Option<(Dashboard, BufReader<ChildStderr>)>> {
        let Some(stderr) = session.stderr.take() else { return Ok(None) };
        let mut reader = BufReader::new(stderr);
        let mut line = String::new();
        while reader.read_line(&mut line)? > 0 {
            if let Some(dashboard) = Dashboard::parse(&line) {
                return Ok(Some((dashboard, reader)));
            }
            line.clear();
        }
        Ok(None)
    }

    /// Parses a line such as `dashboard: http://127.0.0.1:37369/?token=c9a80d436faa6c3daafa6913184f29cf`.
    fn parse(line: &str) -> Option<Dashboard> {
        let (address, token) =
            line.trim().strip_prefix("dashboard: http://")?.split_once("/?token=")?;
        let token = u128::from_str_radix(token, 16).ok()?;
        Some(Dashboard { address: address.parse().ok()?, token })
    }

    fn connect(&self) -> io::Result<TcpStream> {
        let client = TcpStream::connect_timeout(&self.address, PATIENCE)?;
        client.set_read_timeout(Some(PATIENCE))?;
        Ok(client)
    }

    /// Requests the page, and returns the first line of the answer.
    fn visit(&self) -> String {
        self.request().unwrap_or_else(|error| error.to_string())
    }

    fn request(&self) -> io::Result<String> {
        self.send(self.get().as_bytes())
    }

    /// Returns the request for the page.
    fn get(&self) -> String {
        let Dashboard { address, token } = self;
        format!("GET /?token={token:032x} HTTP/1.1\r\nHost: {address}\r\n\r\n")
    }

    /// Sends a request, and returns the first line of the answer.
    fn send(&self, request: &[u8]) -> io::Result<String> {
        let mut client = self.connect()?;
        let mut answer = Vec::new();
        // A rejected connection may be closed before the request and reset after the answer.
        let _ = client.write_all(request);
        // A request without its end is over.
        let _ = client.shutdown(Shutdown::Write);
        let _ = client.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer);
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }

    /// Returns whether the dashboard may answer a damaged request in this way: by closing the connection or with an
    /// error, or with the page if the request still contains the token.
    fn may_answer(&self, request: &[u8], answer: &str) -> bool {
        let token = format!("{:032x}", self.token);
        let has_token = request.windows(token.len()).any(|part| part == token.as_bytes());
        let is_error = answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 503");
        answer.is_empty() || is_error || has_token && answer.starts_with("HTTP/1.1 200")
    }

    /// Checks that the page is served again soon.
    fn serves_again(&self, tally: &mut Tally, when: &str) {
        let since = Instant::now();
        let mut answer = self.visit();
        while !answer.starts_with("HTTP/1.1 200") && since.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(50));
            answer = self.visit();
        }
        tally
            .add(answer.starts_with("HTTP/1.1 200"), || format!("{when}, a client got `{answer}`"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_address_is_parsed() {
        let line = "dashboard: http://127.0.0.1:37369/?token=09a80d436faa6c3daafa6913184f29cf\n";
        let found = Dashboard::parse(line).expect("it is an address");
        assert_eq!(found.address.port(), 37369);
        assert_eq!(format!("{:032x}", found.token), "09a80d436faa6c3daafa6913184f29cf");
        assert!(Dashboard::parse("passed").is_none());
    }

    #[test]
    fn the_page_without_its_token_is_a_problem() {
        let address = "127.0.0.1:80".parse().expect("it is an address");
        let dashboard = Dashboard { address, token: 0x2a };
        let get = dashboard.get();
        assert!(dashboard.may_answer(get.as_bytes(), "HTTP/1.1 200 OK"));
        let damaged = get.replace("2a", "2b");
        assert!(!dashboard.may_answer(damaged.as_bytes(), "HTTP/1.1 200 OK"));
        assert!(dashboard.may_answer(damaged.as_bytes(), "HTTP/1.1 403 Forbidden"));
        assert!(!dashboard.may_answer(damaged.as_bytes(), "connection timed out"));
    }
}
