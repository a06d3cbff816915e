//! Messages without credentials. Those of other libraries may contain URLs and answers of servers.

use std::env;

/// What replaces a credential.
const REDACTED: &str = "…";

/// The beginnings of variables with settings of stores.
const PREFIXES: [&str; 4] = ["AWS_", "AZURE_", "GOOGLE_", "NATS_"];

/// Parts of the names of variables with credentials.
const SECRET_NAMES: [&str; 5] = ["KEY", "SECRET", "TOKEN", "PASSWORD", "SAS"];

/// The minimum length of a credential. Replacing shorter ones would make messages unreadable.
const MIN_LENGTH: usize = 4;

/// Returns the first line of a message, without credentials.
pub(super) fn redacted(message: &str) -> String {
    let is_setting = |name: &str| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let is_secret = |name: &str| SECRET_NAMES.iter().any(|part| name.contains(part));
    let variables = env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok()?.to_ascii_uppercase();
        value.into_string().ok().filter(|_| is_setting(&name) && is_secret(&name))
    });
    without(message, variables)
}

/// Returns the first line of a message, without these credentials and those in URLs.
fn without(message: &str, credentials: impl Iterator<Item = String>) -> String {
    let mut text = message.lines().next().unwrap_or_default().to_owned();
    for credential in credentials.filter(|credential| credential.len() >= MIN_LENGTH) {
        text = text.replace(&credential, REDACTED);
    }
    text.split(' ').map(without_url_credentials).collect::<Vec<String>>().join(" ")
}

/// Returns a word without the user, the password and the query of a URL in it.
fn without_url_credentials(word: &str) -> String {
    let Some(start) = word.find("://").map(|at| at + 3) else { return word.to_owned() };
    let (scheme, rest) = word.split_at(start);
    let end = rest.find(['/', '?', ')', '"']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let host = match authority.rsplit_once('@') {
        Some((_, host)) => format!("{REDACTED}@{host}"),
        None => authority.to_owned(),
    };
    let path = match path.split_once('?') {
        Some((path, _)) => format!("{path}?{REDACTED}"),
        None => path.to_owned(),
    };
    format!("{scheme}{host}{path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_replaced() {
        let message = "error sending request for url (https://me:secret@host:1/a/b?sig=secret&x=y) of secret\nsecret";
        let credentials = ["secret".to_owned(), "us".to_owned()];
        assert_eq!(
            without(message, credentials.into_iter()),
            "error sending request for url (https://…@host:1/a/b?… of …"
        );
        assert_eq!(redacted("nats://user:pw@host cannot"), "nats://…@host cannot");
        assert_eq!(redacted("a @ b? c"), "a @ b? c");
    }
}
