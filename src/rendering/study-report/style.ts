/** The colours of a document of its own; a page that shows a report has colours of the same names. */
export const documentStyle = `
:root {
  color-scheme: light dark;
  --background: #f6f5f9; --surface: #fff; --sunken: #eceaf2; --line: #d5d2e0; --text: #1c1a27; --muted: #5a566b;
  --accent: #8a2163; --great: #1668a8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #0f0e17; --surface: #1a1826; --sunken: #0a0911; --line: #322f45; --text: #eeecf6; --muted: #a9a5bd;
    --accent: #ff7ac4; --great: #77c8ff;
  }
}
@media print { details > :not(summary) { display: revert; } }
body { margin: 0; background: var(--background); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 84rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { margin: 0; font-size: clamp(1.5rem, 1.1rem + 1.6vw, 2.1rem); }
a { color: var(--accent); }
`;

/** The appearance of a report. */
export const reportStyle = `
.study-report h2 { margin: 0; font-size: 1.2rem; overflow-wrap: anywhere; }
.study-report .note { margin: .25rem 0; color: var(--muted); font-size: .875rem; }
.study-report .overview { margin-top: 1.5rem; }
.study-report .wide { overflow-x: auto; max-height: 26rem; }
.study-report table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
.study-report thead th { position: sticky; top: 0; background: var(--background); color: var(--muted); font-weight: 600; }
.study-report th, .study-report td { padding: .35rem .9rem .35rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
.study-report th:first-child { text-align: left; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; }
.study-report .player-report { margin-top: 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.study-report summary { cursor: pointer; }
.study-report .player-report > summary h2 { display: inline; margin-right: .75rem; }
.study-report .player-report > summary span { display: inline-block; color: var(--muted); font-size: .875rem; }
.study-report .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1rem 0; }
.study-report .facts div { background: var(--surface); border: 1px solid var(--line); border-radius: .6rem; padding: .5rem .75rem; }
.study-report dt { color: var(--muted); font-size: .75rem; }
.study-report dd { margin: 0; font-size: 1.1rem; font-weight: 600; white-space: nowrap; font-variant-numeric: tabular-nums; }
.study-report .figures { columns: 21rem 3; column-gap: 1rem; }
.study-report figure { margin: 0 0 1rem; break-inside: avoid; background: var(--surface); border: 1px solid var(--line); border-radius: .6rem; padding: .75rem; }
.study-report figcaption b { display: block; }
.study-report figcaption span { display: block; color: var(--muted); font-size: .8rem; line-height: 1.35; margin-bottom: .5rem; }
.study-report svg { display: block; width: 100%; height: auto; max-width: 30rem; margin: 0 auto; }
.study-report svg text { fill: var(--muted); font: 11px system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.study-report svg text.value { fill: var(--text); font-size: 10.5px; }
.study-report svg text.label { fill: var(--text); font-size: 11.5px; }
.study-report .grid { stroke: var(--line); stroke-width: 1; }
.study-report .zero { stroke: var(--muted); stroke-width: 1.5; }
.study-report .bar rect, .study-report .share { fill: var(--great); }
.study-report .track { fill: var(--sunken); }
.study-report .uncertain :is(rect, line, circle, ellipse, path) { opacity: .35; }
.study-report .spread line { stroke: var(--great); stroke-width: 3; stroke-linecap: round; opacity: .55; }
.study-report .spread circle, .study-report .point { fill: var(--accent); }
.study-report .course { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.study-report .ring { fill: var(--sunken); stroke: var(--muted); stroke-width: 1.5; }
.study-report .cross { stroke: var(--muted); stroke-width: 1; }
.study-report .target ellipse { fill: var(--great); fill-opacity: .3; stroke: var(--great); stroke-width: 1.5; }
.study-report .mean { fill: var(--accent); }
.study-report .arrow { fill: none; stroke: var(--text); stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.study-report .examples h3 { margin: 1rem 0 0; font-size: 1rem; }
.study-report .examples .figures { margin-top: .5rem; }
.study-report .examples ol { margin: 0; padding: 0; list-style: none; font-size: .875rem; }
.study-report .examples li { margin-top: .5rem; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.study-report .examples .note { display: block; margin: 0; font-size: .8rem; }
.study-plays { margin-top: 1.5rem; }
.study-plays h2 { margin: 0; }
.study-report .plays :is(th, td):nth-child(2) { text-align: left; }
.study-report .plays th:first-child { min-width: 11rem; white-space: normal; overflow-wrap: anywhere; }
.study-report .months, .study-report .skipped { margin-top: 1rem; }
.study-report .skipped li { overflow-wrap: anywhere; font-size: .875rem; }
`;
