//! Servers of stores, which tests start on this machine.

use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// If this variable is set, missing programs are a failure. `.ci/run` sets it after it has installed them.
const REQUIRED: &str = "SERVERS_REQUIRED";

/// A password that must not appear in any output.
pub(crate) const PASSWORD: &str = "open-sesame";

/// The account and the key that every emulator of Azure has.
const AZURE_ACCOUNT: &str = "devstoreaccount1";

/// The right to change everything in that account until 2099, signed with its key.
const AZURE_SIGNATURE: &str = "sv=2020-02-10&ss=b&srt=sco&sp=rwdlac&se=2099-01-01T00%3A00%3A00Z&spr=https%2Chttp\
     &sig=yfB3X7N17i6jR4NnZCBPL8jssrdegvE0XDO83IMAhgw%3D";

/// The kinds of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    S3,
    Azure,
    Nats,
}

/// A server with an empty bucket.
#[derive(Debug)]
pub(crate) struct Server {
    kind: Kind,
    pub(crate) port: u16,
    process: Option<Child>,
    folder: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

impl Server {
    /// Starts a server, or returns `None` if its program is not installed.
    pub(crate) fn start(kind: Kind) -> Option<Server> {
        let mut server = Server::stopped(kind)?;
        server.run();
        Some(server)
    }

    /// Returns a server that does not run yet, or `None` if its program is not installed.
    pub(crate) fn stopped(kind: Kind) -> Option<Server> {
        kind.program()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there are free ports");
        let port = listener.local_addr().expect("it is bound").port();
        let folder = tempfile::tempdir().expect("temporary folders can be created");
        Some(Server { kind, port, process: None, folder })
    }

    /// Runs the program, and creates a bucket.
    pub(crate) fn run(&mut self) {
        let program = self.kind.program().expect("it is installed");
        let mut command = Command::new(program);
        let folder = self.folder.path();
        let port = self.port.to_string();
        match self.kind {
            Kind::S3 => command.args(["-H", "127.0.0.1", "-p", &port]),
            Kind::Azure => command
                .args([
                    "--silent",
                    "--skipApiVersionCheck",
                    "--blobHost",
                    "127.0.0.1",
                    "--blobPort",
                    &port,
                ])
                .arg("--location")
                .arg(folder),
            Kind::Nats => command
                .args([
                    "-js",
                    "-a",
                    "127.0.0.1",
                    "-p",
                    &port,
                    "--user",
                    "me",
                    "--pass",
                    PASSWORD,
                    "-sd",
                ])
                .arg(folder),
        };
        command.stdout(Stdio::null()).stderr(Stdio::null()).current_dir(folder);
        self.process = Some(command.spawn().expect("it starts"));
        let started = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(started.elapsed() < Duration::from_secs(120), "{:?} does not start", self.kind);
            sleep(Duration::from_millis(20));
        }
        self.create_bucket();
    }

    fn create_bucket(&self) {
        match self.kind {
            Kind::S3 => self.request("PUT /corpora", ""),
            Kind::Azure => {
                let container = format!("/{AZURE_ACCOUNT}/corpora?restype=container");
                self.request(&format!("PUT {container}&{AZURE_SIGNATURE}"), "");
            }
            Kind::Nats => self.create_nats_bucket(),
        }
    }

    /// Sends a request over HTTP, and requires that it succeeds.
    fn request(&self, line: &str, body: &str) {
        let mut stream = self.connect();
        let length = body.len();
        write!(
            stream,
            "{line} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers with text");
        let status = answer.split(' ').nth(1).unwrap_or_default();
        assert!(status.starts_with("20"), "{answer}");
    }

    /// Creates a bucket with the configuration that the program `nats` gives it.
    fn create_nats_bucket(&self) {
        let config = "{\"name\":\"KV_corpora\",\"subjects\":[\"$KV.corpora.>\"],\"max_msgs_per_subject\":1,\"discard\":\"new\",\
             \"allow_rollup_hdrs\":true,\"deny_delete\":true,\"allow_direct\":true,\"storage\":\"file\",\"retention\":\"limits\"}";
        let mut stream = self.connect();
        write!(
            stream,
            "CONNECT {{\"verbose\":false,\"user\":\"me\",\"pass\":\"{PASSWORD}\"}}\r\nSUB answer 1\r\n\
             PUB $JS.API.STREAM.CREATE.KV_corpora answer {}\r\n{config}\r\n",
            config.len()
        )
        .expect("it listens");
        let mut lines = BufReader::new(stream).lines().map(|line| line.expect("it is text"));
        lines.find(|line| line.starts_with("MSG answer")).expect("it answers");
        let answer = lines.next().expect("it answers");
        // Another run may have created it.
        assert!(!answer.contains("\"error\""), "{answer}");
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("it listens")
    }

    /// Returns the URL of a store.
    pub(crate) fn url(&self) -> String {
        self.url_of("corpora")
    }

    /// Returns the URL of a store in this bucket, which may not exist.
    pub(crate) fn url_of(&self, bucket: &str) -> String {
        let port = self.port;
        match self.kind {
            Kind::S3 => format!("s3://{bucket}/a/b"),
            Kind::Azure => format!("az://{bucket}/a/b"),
            Kind::Nats => format!("nats://me:{PASSWORD}@127.0.0.1:{port}/{bucket}/a/b"),
        }
    }

    /// Returns the variables with the credentials.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let address = format!("http://127.0.0.1:{}", self.port);
        match self.kind {
            Kind::S3 => vec![
                ("AWS_ACCESS_KEY_ID", "me".to_owned()),
                ("AWS_SECRET_ACCESS_KEY", PASSWORD.to_owned()),
                ("AWS_REGION", "us-east-1".to_owned()),
                ("AWS_ENDPOINT_URL", address),
            ],
            Kind::Azure => vec![
                ("AZURE_STORAGE_USE_EMULATOR", "true".to_owned()),
                ("AZURITE_BLOB_STORAGE_URL", address),
                ("AZURE_STORAGE_ACCOUNT_NAME", AZURE_ACCOUNT.to_owned()),
            ],
            Kind::Nats => Vec::new(),
        }
    }
}

impl Kind {
    /// Returns the path of the program. If it is not installed, prints that the test is skipped.
    fn program(self) -> Option<PathBuf> {
        let program = match self {
            Kind::S3 => "moto_server",
            Kind::Azure => "azurite-blob",
            Kind::Nats => "nats-server",
        };
        let path = env::var_os("PATH").unwrap_or_default();
        let found =
            env::split_paths(&path).map(|folder| folder.join(program)).find(|path| path.is_file());
        if found.is_none() {
            assert!(env::var_os(REQUIRED).is_none(), "{program} is not installed");
            // The output of the test shows that it was skipped.
            let _ = writeln!(io::stderr(), "skipped: {program} is not installed");
        }
        found
    }
}
