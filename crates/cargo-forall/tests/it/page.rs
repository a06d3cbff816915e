//! The report page in a real browser, with results that no run would have in common.

mod runs;

use std::path::PathBuf;
use std::sync::LazyLock;

use crate::browser;
use crate::project::Project;

/// The elements of the page, or `None` if there is no browser.
static DRAWN: LazyLock<Option<String>> = LazyLock::new(|| browser::drawn(&page()));

static PROJECT: LazyLock<Project> = LazyLock::new(|| {
    let project = Project::new("page").file("src/lib.rs", "");
    for run in runs::all() {
        project.write(&format!(".forall/results/{}.jsonl", run.file()), &run.lines());
    }
    let said = project.forall("report --output report.html");
    assert_eq!((said.code, said.out.as_str()), (Some(0), "report.html\n"), "{said:?}");
    project
});

/// Returns the path of the page.
fn page() -> PathBuf {
    PROJECT.path("report.html")
}

/// Returns the card of a property, or `None` if there is no browser.
fn card(name: &str) -> Option<String> {
    Some(browser::card(DRAWN.as_deref()?, &format!("demo/{name}")))
}

/// Returns what `script` logs after the page is drawn, or `None` if there is no browser.
fn logged(name: &str, script: &str) -> Option<String> {
    let log = "const log = (...all) => byId('log').append(all.join(' ') + '\\n');";
    let script = format!("<pre id=\"log\"></pre><script>{log}\n{script}</script></body>");
    let file = format!("{name}.html");
    PROJECT.write(&file, &PROJECT.read("report.html").replace("</body>", &script));
    let drawn = browser::drawn(&PROJECT.path(&file))?;
    let (_, log) = drawn.split_once("<pre id=\"log\">").expect("the log is on the page");
    Some(log.split("</pre>").next().unwrap_or_default().replace("&lt;", "<"))
}

#[track_caller]
fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

#[test]
fn the_index_lists_all_properties_with_the_worst_outcome_first() {
    let script = "
        for (const link of document.querySelectorAll('nav li > a')) log(link.hash, link.innerText.replace(/\\s+/g, ' '));
        log(byId('title').innerText, '|', byId('summary').innerText, '|', byId('states').innerText.replace(/\\n/g, ', '));
        log(document.title);";
    let Some(logged) = logged("index", script) else { return };
    let expected = "\
#demo%2Ftext%3A%3Afails text::fails falsified
#demo%2Ftext%3A%3Afails_too text::fails_too falsified
#demo%2Ftext%3A%3Ais_vacuous text::is_vacuous vacuous
#demo%2Fsearch%3A%3Apasses search::passes passed
#demo%2Ftext%3A%3Apasses text::passes passed
demo | 5 properties | 2 falsified, 1 vacuous, 2 passed
∀ demo: 2 falsified, 1 vacuous, 2 passed
";
    assert_eq!(logged, expected);
}

/// A function that logs which cards are open, and which are shown.
const STATE: &str = "
    const names = (selector) => [...document.querySelectorAll(selector)].map((one) => one.id).join(' ');
    const focused = () => document.activeElement.closest('details')?.id ?? document.activeElement.id;
    const key = (target, key) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const type = (text) => { byId('filter').value = text; byId('filter').dispatchEvent(new Event('input')); };
    const open = () => names('.property[open]');
    const shown = () => names('.property:not([hidden])');
";

#[test]
fn only_the_first_failure_is_open() {
    let Some(logged) = logged("open", &format!("{STATE} log(open());")) else { return };
    assert_eq!(logged, "demo/text::fails\n");
}

#[test]
fn the_index_and_the_filter_can_be_used_from_the_keyboard() {
    let script = "
        key(document.body, '/'); log('focus:', focused());
        type('VACUOUS'); log('shown:', shown(), '| entries:', names('nav li:not([hidden])').includes('fails'));
        key(byId('filter'), 'Enter'); log('open:', open(), '| focus:', focused());
        type('search passed'); log('shown:', shown());
        type('nothing like this'); log('shown:', shown(), '| note:', byId('none').innerText);
        type(''); log('shown:', shown().split(' ').length, '| note hidden:', byId('none').hidden);
        byId('state falsified').click(); log('shown:', shown());
        byId('state falsified').click(); log('shown:', shown().split(' ').length);
        document.querySelector('nav a[href$=fails_too]').click(); log('open:', open(), '| focus:', focused(), '| address:', location.hash);";
    let Some(logged) = logged("keyboard", &format!("{STATE}{script}")) else { return };
    let expected = "\
focus: filter
shown: demo/text::is_vacuous | entries: false
open: demo/text::fails demo/text::is_vacuous | focus: demo/text::is_vacuous
shown: demo/search::passes
shown:  | note: No property matches the filter.
shown: 5 | note hidden: true
shown: demo/text::fails demo/text::fails_too
shown: 5
open: demo/text::fails demo/text::fails_too demo/text::is_vacuous | focus: demo/text::fails_too | address: #demo%2Ftext%3A%3Afails_too
";
    assert_eq!(logged, expected);
}

/// A dashboard draws the page several times a second.
#[test]
fn drawing_again_retains_the_focus_and_what_is_open() {
    let script = "
        const cardOf = (id) => byId(id), before = cardOf('demo/text::passes');
        byId('demo/text::fails').querySelector('summary').click();
        byId('demo/search::passes').querySelector('summary').click();
        byId('demo/search::passes').querySelector('summary').focus();
        const run = data.runs.find(({ lines }) => lines[0].property === 'search::passes');
        run.lines.at(-1).seconds = 77;
        draw(data);
        log('open:', open(), '| focus:', focused(), '| kept:', cardOf('demo/text::passes') === before);
        log(byId('demo/search::passes').querySelector('.how').innerText);";
    let Some(logged) = logged("again", &format!("{STATE}{script}")) else { return };
    let expected = "\
open: demo/search::passes | focus: demo/search::passes | kept: true
10,000 tests in 1 min, fuzz
";
    assert_eq!(logged, expected);
}

#[test]
fn a_counterexample_is_complete() {
    let Some(card) = card("text::fails") else { return };
    assert_contains(
        &card,
        &[
            r#"<span class="how">1 test in 2.0 s, auto</span>"#,
            r#"<span class="key">text</span><span class="value"><span class="matters">"𐀀"</span><span class="points">U+10000</span>"#,
            ">panicked at src/text.rs:7:5:\nthe text has 1 character<",
            "Original input: test 2 of seed 0x1, size 1; shrunk in 1 step (1 test)<",
            r#">text = "long 𐀀"<"#,
            "<code>cargo test replayed</code><button",
            "<dt>passed</dt><dd>1 test</dd>",
            "<dt>saved to</dt><dd>.forall/regressions/text/fails.txt</dd>",
        ],
    );
    assert!(!card.contains("<dt>discarded</dt>"), "0 tests are not worth a line: {card}");
}

#[test]
fn where_a_failure_was_saved_is_known_by_its_prefix() {
    let Some(card) = card("text::fails_too") else { return };
    assert_contains(&card, &["<dt>saved</dt><dd>kept in a file</dd>"]);
    assert_contains(
        &card,
        &["<p class=\"note\">a saved regression; no simpler input failed in 2,000 tests</p>"],
    );
}

#[test]
fn bars_show_shares_of_the_whole() {
    let Some(card) = card("text::passes") else { return };
    let row = |label: &str, count: &str| {
        let track = format!(
            r#"<span class="label">{label}</span><span class="track" title="{count} of 2,000">"#
        );
        let rest =
            card.split(&track).nth(1).unwrap_or_else(|| panic!("{track} is missing in {card}"));
        rest.split(r#"<span class="label">"#).next().unwrap_or_default().to_owned()
    };
    let bar = |width: &str| format!(r#"<span class="fill" style="width: {width};"></span>"#);
    assert_contains(&row("8", "1,000"), &[&bar("50%"), r#"<span class="count">50 %</span>"#]);
    assert_contains(&row("10", "36"), &[&bar("1.8%"), r#"<span class="count">1.8 %</span>"#]);
    assert_contains(&row("9", "0"), &[r#"</span><span class="count">0 %</span>"#]);
    assert!(!row("9", "0").contains("fill"), "no bar for 0 %: {card}");
    let covered = row("covered", "0");
    assert_contains(
        &covered,
        &[r#"<span class="goal" style="left: 5%;">"#, ">0 %, 5.0 % required<"],
    );
    assert!(!covered.contains("fill"), "no bar for 0 %: {covered}");
    let scale = r#"<span class="scale" aria-hidden="true"><span>0 %</span><span>50 %</span><span>100 %</span></span>"#;
    assert_eq!(card.matches(scale).count(), card.matches(r#"<div class="bars">"#).count());
}

#[test]
fn numbers_are_sorted_by_value_and_other_values_by_frequency() {
    let script = "
        for (const bars of byId('demo/text::passes').querySelectorAll('.bars')) {
            const texts = (name) => [...bars.querySelectorAll(name)].map((one) => one.textContent);
            const counts = texts('.count');
            log(bars.previousSibling.textContent + ':', texts('.label').map((label, i) => `${label} (${counts[i]})`).join(', '));
        }";
    let Some(logged) = logged("sorted", script) else { return };
    let expected = "\
length: 8 (50 %), 9 (0 %), 10 (1.8 %), 11 (48 %)
spread: -5 (0.1 %), 300 (99.9 %)
wide: 0 to 8 (45 %), 9 to 17 (9.1 %), 18 to 26 (9.1 %), 27 to 35 (9.1 %), 36 to 44 (9.1 %), 45 to 53 (9.1 %), 54 to 62 (9.1 %), 63 to 71 (1.0 %), 72 to 80 (0 %), 81 to 89 (0 %), 90 to 98 (0 %), 99 to 100 (0.1 %)
ratio: -2.5 (25 %), 0.5 (50 %), 10.5 (25 %)
kind: word (60 %), 10x (40 %)
words: w0 (7.7 %), w1 (7.7 %), w2 (7.7 %), w3 (7.7 %), w4 (7.7 %), w5 (7.7 %), w6 (7.7 %), w7 (7.7 %), w8 (7.7 %), w9 (7.7 %), w10 (7.7 %), w11 (7.7 %), 1 other value (7.7 %)
rare: covered (0 %, 5.0 % required)
";
    assert_eq!(logged, expected);
}

#[test]
fn charts_have_axes_with_ticks_and_units() {
    let script = "
        for (const svg of byId('demo/search::passes').querySelectorAll('svg')) {
            const texts = (anchor) => [...svg.querySelectorAll(`text[text-anchor=${anchor}]`)].map((one) => one.textContent).join(' ');
            const [title, latest] = svg.previousSibling.childNodes;
            log(`${title.textContent} [${latest.textContent}]`, '|', texts('end'), '|', texts('middle'));
        }";
    let Some(logged) = logged("axes", script) else { return };
    let expected = "\
Tests per second [average 1,000] | 0 200 400 600 800 1,000 | 0 s 2 s 4 s 6 s 8 s 10 s
Edges and probes reached [50] | 0 10 20 30 40 50 | 0 s 2 s 4 s 6 s 8 s 10 s
New edges and probes per second [] | 0 2 4 6 8 10 | 0 s 2 s 4 s 6 s 8 s 10 s
Inputs saved [3] | 0 1 2 3 | 0 s 2 s 4 s 6 s 8 s 10 s
Best score [-0.5] | -3 -2 -1 0 | 0 s 2 s 4 s 6 s 8 s 10 s
";
    assert_eq!(logged, expected);
}

#[test]
fn rates_are_those_of_the_intervals() {
    let script = "
        const rate = (points) => rates(points).map(({ from, to, rate }) => `${from}-${to}: ${rounded(rate)}`).join(', ');
        log(rate([[0, 0], [1, 1000], [2, 1000], [4, 5000]]));
        log(rates(Array.from({ length: 300 }, (_, i) => [i, 5 * i])).every(({ rate }) => Math.abs(rate - 5) < 1e-9));
        for (const seconds of [0.5, 45, 600, 20000, 400000]) log([...new Axes(seconds, 0, 0.004).draw().querySelectorAll('text')].map((one) => one.textContent).join(' '));";
    let Some(logged) = logged("rates", script) else { return };
    let expected = "\
0-1.3333333333333333: 750, 1.3333333333333333-2.6666666666666665: 1,000, 2.6666666666666665-4: 2,000
true
0 0.001 0.002 0.003 0.004 0 s 0.1 s 0.2 s 0.3 s 0.4 s 0.5 s
0 0.001 0.002 0.003 0.004 0 s 10 s 20 s 30 s 40 s
0 0.001 0.002 0.003 0.004 0 min 2 min 4 min 6 min 8 min 10 min
0 0.001 0.002 0.003 0.004 0 h 2 h 4 h
0 0.001 0.002 0.003 0.004 0 d 1 d 2 d 3 d 4 d
";
    assert_eq!(logged, expected);
}

#[test]
fn the_page_may_load_nothing() {
    let page = PROJECT.read("report.html");
    assert_contains(
        &page,
        &[r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; "#],
    );
    let script = "
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => log(effectiveDirective));
        for (const src of ['x.js', 'https://example.com/x.js']) document.body.append(make('script', { src }));
        document.body.append(make('img', { src: 'x.png' }));";
    let Some(logged) = logged("policy", script) else { return };
    assert_eq!(logged, "script-src-elem\nscript-src-elem\nimg-src\n");
}
