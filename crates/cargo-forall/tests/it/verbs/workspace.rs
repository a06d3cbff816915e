//! Several packages with properties of the same name.

use crate::project::Project;

const PROPERTY: &str = "#[forall::property]\nfn holds(x: u8) -> bool {\n    x < 250 || LIMIT\n}\n";

#[test]
fn properties_with_the_same_name_are_listed_with_their_packages() {
    let member = |name: &str| {
        format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dev-dependencies]\nforall = {{ workspace = true }}\n"
        )
    };
    let project = Project::virtual_workspace("several", &["one", "two"])
        .file("one/Cargo.toml", &member("several-one"))
        .file("two/Cargo.toml", &member("several-two"))
        .file("one/src/lib.rs", "")
        .file("two/src/lib.rs", "")
        .file("one/tests/several.rs", &PROPERTY.replace("LIMIT", "true"))
        .file("two/tests/several.rs", &PROPERTY.replace("LIMIT", "false"));
    let said = project.forall("run");
    let mut lines: Vec<&str> = said.out.lines().collect();
    lines.sort_unstable();
    let expected = [
        "     proved  several-one: several::holds",
        "  falsified  several-two: several::holds",
        "2 properties: 1 proved, 1 falsified",
    ];
    assert_eq!((said.code, lines), (Some(1), expected.to_vec()), "{said:?}");
    assert!(project.path("one/.forall/results/several/holds.jsonl").exists());
    let saved = "two/.forall/regressions/several/holds.txt";
    assert!(said.err.contains(&format!("\n  saved to {saved}\n")), "{said:?}");
    let replayed = "\n  falsified  several-two: several::holds\n";
    // As the report and `regressions show` print it, from the workspace and from the package.
    for (folder, path) in [
        ("", saved),
        ("two", saved),
        ("two", ".forall/regressions/several/holds.txt"),
        ("one", "../two/.forall/regressions/several/holds.txt"),
    ] {
        let mut command = project.command(&format!("replay --workspace {path}"));
        let output = command.current_dir(project.path(folder)).output();
        let said = project.said(&output.expect("the program starts"));
        assert!(said.out.contains(replayed), "{folder}, {path}: {said:?}");
    }
    let mut command = project.command("regressions show");
    let output = command.current_dir(project.path("two")).output();
    let said = project.said(&output.expect("the program starts"));
    let shown = "several::holds, in .forall/regressions/several/holds.txt\n";
    assert!(said.out.starts_with(shown), "{said:?}");
    let said = project.forall("run -p several-one");
    assert_eq!(said.out, "     proved  holds\n1 property: 1 proved\n");
    let said = project.forall("report --output all.html");
    assert_eq!((said.code, said.out.as_str()), (Some(0), "all.html\n"));
    let page = project.read("all.html");
    assert!(
        page.contains(r#""package":"several-one""#) && page.contains(r#""package":"several-two""#)
    );
    let said = project.forall("regressions");
    assert_eq!(said.out, "several::holds, 1 fails\n");
}
