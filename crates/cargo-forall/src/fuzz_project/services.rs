//! The files of OSS-Fuzz and ClusterFuzzLite.

use cargo_metadata::Package;

/// The version of Rust in the images of OSS-Fuzz at the time of writing.
const IMAGE_RUST: (u64, u64) = (1, 91);

/// The toolchain to use instead if a package needs a newer version. It has a date, so that a build does not change by
/// itself.
const NEWER_TOOLCHAIN: &str = "nightly-2026-07-09";

/// Returns the files with their paths. `folder` is the path of the exported project in the repository.
pub(super) fn files(packages: &[&Package], folder: &str) -> Vec<(&'static str, String)> {
    let repository = packages.iter().find_map(|package| package.repository.as_deref());
    let repository = repository.unwrap_or("https://github.com/OWNER/REPOSITORY");
    let toolchain = toolchain(packages);
    vec![
        ("oss-fuzz/project.yaml", project(repository)),
        ("oss-fuzz/Dockerfile", oss_fuzz_dockerfile(&toolchain, repository)),
        ("oss-fuzz/build.sh", build_script(folder)),
        ("clusterfuzzlite/project.yaml", "language: rust\n".to_owned()),
        ("clusterfuzzlite/Dockerfile", clusterfuzzlite_dockerfile(&toolchain)),
        ("clusterfuzzlite/build.sh", build_script(folder)),
        ("clusterfuzzlite/workflows/fuzz-changes.yml", workflow(&CHANGES)),
        ("clusterfuzzlite/workflows/fuzz-nightly.yml", workflow(&NIGHTLY)),
    ]
}

fn project(repository: &str) -> String {
    format!(
        "homepage: \"{repository}\"\n\
         language: rust\n\
         # Replace this address.\n\
         primary_contact: \"maintainer@example.com\"\n\
         main_repo: \"{repository}\"\n\
         sanitizers:\n  - address\n\
         fuzzing_engines:\n  - libfuzzer\n"
    )
}

/// Returns the lines that select a toolchain in an image.
fn toolchain(packages: &[&Package]) -> String {
    let newest = packages.iter().filter_map(|package| package.rust_version.as_ref());
    let newest = newest.map(|version| (version.major, version.minor)).max();
    match newest.filter(|version| *version > IMAGE_RUST) {
        Some((major, minor)) => format!(
            "# The compiler of the image may be older than Rust {major}.{minor}. It ignores `rust-toolchain.toml`.\n\
             ENV RUSTUP_TOOLCHAIN={NEWER_TOOLCHAIN}\n\
             RUN rustup toolchain install {NEWER_TOOLCHAIN} --profile minimal --component rust-src\n"
        ),
        None => {
            format!(
                "# If the compiler of the image is too old: `ENV RUSTUP_TOOLCHAIN={NEWER_TOOLCHAIN}`.\n"
            )
        }
    }
}

/// OSS-Fuzz builds the image in the folder of these files.
fn oss_fuzz_dockerfile(toolchain: &str, repository: &str) -> String {
    format!(
        "FROM gcr.io/oss-fuzz-base/base-builder-rust\n\
         {toolchain}\
         RUN git clone --depth 1 {repository} $SRC/project\n\
         WORKDIR $SRC/project\n\
         COPY build.sh $SRC/\n"
    )
}

/// ClusterFuzzLite builds the image in the folder of the repository.
fn clusterfuzzlite_dockerfile(toolchain: &str) -> String {
    format!(
        "FROM gcr.io/oss-fuzz-base/base-builder-rust:v1\n\
         {toolchain}\
         COPY . $SRC/project\n\
         WORKDIR $SRC/project\n\
         COPY .clusterfuzzlite/build.sh $SRC/\n"
    )
}

/// When ClusterFuzzLite runs, and what it does.
struct Workflow {
    name: &'static str,
    trigger: &'static str,
    mode: &'static str,
    seconds: u32,
}

/// Fuzzes the code that a pull request changes, and fails at the first new crash.
const CHANGES: Workflow =
    Workflow { name: "fuzz-changes", trigger: "pull_request:", mode: "code-change", seconds: 600 };

/// Fuzzes all targets, and saves their corpora.
const NIGHTLY: Workflow = Workflow {
    name: "fuzz-nightly",
    trigger: "schedule: [{ cron: \"31 2 * * *\" }]",
    mode: "batch",
    seconds: 3_600,
};

fn workflow(workflow: &Workflow) -> String {
    let Workflow { name, trigger, mode, seconds } = workflow;
    format!(
        "# .github/workflows/{name}.yml\n\
         name: {name}\n\
         on:\n  {trigger}\n\
         permissions: read-all\n\
         jobs:\n  \
           fuzz:\n    \
             runs-on: ubuntu-latest\n    \
             steps:\n      \
               - uses: google/clusterfuzzlite/actions/build_fuzzers@v1\n        \
                 with:\n          \
                   language: rust\n          \
                   sanitizer: address\n          \
                   github-token: ${{{{ secrets.GITHUB_TOKEN }}}}\n      \
               - uses: google/clusterfuzzlite/actions/run_fuzzers@v1\n        \
                 with:\n          \
                   mode: {mode}\n          \
                   fuzz-seconds: {seconds}\n          \
                   sanitizer: address\n          \
                   github-token: ${{{{ secrets.GITHUB_TOKEN }}}}\n"
    )
}

fn build_script(folder: &str) -> String {
    format!(
        "#!/bin/bash\n\
         # Builds all fuzz targets. OSS-Fuzz and ClusterFuzzLite set SRC and OUT; FUZZ_FLAGS adds arguments for cargo-fuzz.\n\n\
         set -eu\n\
         cd \"$SRC/${{PROJECT:-project}}\"\n\
         fuzz=\"{folder}\"\n\
         triple=\"${{TRIPLE:-x86_64-unknown-linux-gnu}}\"\n\n\
         cargo fuzz build -O --debug-assertions --fuzz-dir \"$fuzz\" --target \"$triple\" ${{FUZZ_FLAGS:-}}\n\n\
         for program in \"$fuzz\"/fuzz_targets/*.rs; do\n  \
           name=\"$(basename \"$program\" .rs)\"\n  \
           cp \"${{CARGO_TARGET_DIR:-$fuzz/target}}/$triple/release/$name\" \"$OUT/\"\n  \
           cp \"$fuzz/fuzz_targets/$name.options\" \"$OUT/\"\n  \
           if [ -d \"$fuzz/seeds/$name\" ]; then\n    \
             zip -q -r -j \"$OUT/${{name}}_seed_corpus.zip\" \"$fuzz/seeds/$name\"\n  \
           fi\n\
         done\n"
    )
}
