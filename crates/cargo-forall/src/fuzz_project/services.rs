//! The files of OSS-Fuzz and ClusterFuzzLite.

use cargo_metadata::Package;

/// The version of Rust in the images of OSS-Fuzz at the time of writing.
const IMAGE_RUST: (u64, u64) = (1, 91);

/// Returns the files with their names. `folder` is the path of the exported project in the repository.
pub(super) fn files(packages: &[&Package], folder: &str) -> [(&'static str, String); 3] {
    let repository = packages.iter().find_map(|package| package.repository.as_deref());
    let repository = repository.unwrap_or("https://github.com/OWNER/REPOSITORY");
    [
        ("project.yaml", project(repository)),
        ("Dockerfile", dockerfile(packages, repository)),
        ("build.sh", build_script(folder)),
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

fn dockerfile(packages: &[&Package], repository: &str) -> String {
    let mut text = String::from("FROM gcr.io/oss-fuzz-base/base-builder-rust\n");
    let newest = packages.iter().filter_map(|package| package.rust_version.as_ref());
    let newest = newest.map(|version| (version.major, version.minor)).max();
    match newest.filter(|version| *version > IMAGE_RUST) {
        Some((major, minor)) => {
            text += &format!(
                "# The compiler of the image may be older than Rust {major}.{minor}. It ignores `rust-toolchain.toml`.\n\
                 ENV RUSTUP_TOOLCHAIN=nightly\n\
                 RUN rustup toolchain install nightly --component rust-src\n"
            );
        }
        None => {
            text += "# If the compiler of the image is too old: `ENV RUSTUP_TOOLCHAIN=nightly-2026-07-09`.\n";
        }
    }
    text += &format!(
        "# For ClusterFuzzLite: `COPY . $SRC/project` instead of this line.\n\
         RUN git clone --depth 1 {repository} $SRC/project\n\
         WORKDIR $SRC/project\n\
         COPY build.sh $SRC/\n"
    );
    text
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
