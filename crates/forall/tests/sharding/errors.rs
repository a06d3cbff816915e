//! Contradictory settings and missing shards are errors that say what to do.

use std::fs;

use crate::cluster::Cluster;

/// Runs a victim with these variables, and returns the line that reports an error.
fn error(variables: &[(&str, &str)]) -> String {
    let cluster = Cluster::new("error");
    let mut command = cluster.command(&["passes"]);
    for (name, value) in variables {
        command.env(name, value);
    }
    let output = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("forall: "));
    line.unwrap_or_else(|| panic!("no error: {text}")).to_owned()
}

#[test]
fn an_invalid_shard_is_an_error() {
    assert_eq!(
        error(&[("FORALL_SHARD", "9/8")]),
        "FORALL_SHARD: `9/8` is not a shard such as 3/8 for the third of eight, `auto` to use the variables of a \
         scheduler, or `auto/8` if they do not include the number of shards"
    );
}

#[test]
fn missing_shards_are_named() {
    let cluster = Cluster::new("missing");
    cluster.run_shard("1/4", &["passes"]);
    cluster.run_shard("3/4", &["passes"]);
    let path = cluster.folder.join("shards/shard-3-of-4/sharding/victims/passes.shard");
    let text = fs::read_to_string(&path).expect("it is written");
    let (text, _) = text.split_once("end").expect("it is complete");
    fs::write(&path, text).expect("tests may write there");
    let output = cluster.merge(&["passes"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let folder = cluster.folder.join("shards");
    let expected = format!(
        "forall: `sharding::victims::passes` cannot be merged\n  \
         shard 2/4 is missing in {0}\n  \
         shard 4/4 is missing in {0}\n  \
         shard 3/4 has not finished: {0}/shard-3-of-4/sharding/victims/passes.shard\n\
         run them again, such as with FORALL_SHARD=2/4, and merge again\n",
        shown(&folder)
    );
    assert!(text.contains(&expected), "{text}\n{expected}");
}

#[test]
fn shards_of_different_campaigns_are_not_merged() {
    let cluster = Cluster::new("different");
    cluster.run_shard("1/2", &["passes"]);
    let mut other = cluster.command(&["passes"]);
    other.env("FORALL_SHARD", "2/2").env("FORALL_RESULTS", cluster.folder.join("shards"));
    other.env("FORALL_SEED", "7").output().expect("it starts");
    let output = cluster.merge(&["passes"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("belong to different campaigns: seed is 0x1 in "), "{text}");
}

#[test]
fn shards_of_another_property_are_not_merged() {
    let cluster = Cluster::new("changed");
    cluster.run_shards(2, &["passes"]);
    for shard in ["shard-1-of-2", "shard-2-of-2"] {
        let path = cluster.folder.join("shards").join(shard).join("sharding/victims/passes.shard");
        let text = fs::read_to_string(&path).expect("it is written");
        let (before, after) = text.split_once("formula\t").expect("it has a header");
        fs::write(&path, format!("{before}formula\tolder {after}")).expect("tests may write there");
    }
    let output = cluster.merge(&["passes"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("the shards of `sharding::victims::passes` ran `older "), "{text}");
    assert!(text.contains("merge them with the code that they ran, or run them again"), "{text}");
}

/// Returns the path relative to the workspace.
fn shown(path: &std::path::Path) -> String {
    let workspace = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = workspace.canonicalize().expect("it exists");
    path.strip_prefix(workspace).unwrap_or(path).display().to_string()
}
