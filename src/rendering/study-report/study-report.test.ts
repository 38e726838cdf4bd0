import { expect, test } from 'vitest';
import { listedPlay, mistake } from '../../../test/support/study/listed-play.ts';
import type { MistakeAnalytics } from '../../game/analytics/index.ts';
import { type HabitSums, habitsOf } from '../../game/habits/index.ts';
import type { ListedPlay, PlayerReport, StudyReport } from '../../game/study/index.ts';
import { english, momentTime, playListHtml, reportDocument, reportHtml } from './index.ts';
import { niceAxis } from './plots/plot.ts';

const sums = (count: number, mean: number, deviation: number) => ({
  count,
  sum: count * mean,
  squares: count * (deviation ** 2 + mean ** 2),
});
const movement = { along: sums(50, -2, 10), across: sums(50, 1, 8) };
const none = { along: sums(0, 0, 0), across: sums(0, 0, 0) };
const errors = sums(50, -3, 12);
const noErrors = sums(0, 0, 0);

const played: HabitSums = {
  aim: {
    radius: sums(50, 32, 0),
    x: sums(50, 1, 9),
    y: sums(50, 0, 9),
    movement,
    byDirection: [movement, ...Array(7).fill(none)],
    bySpacing: [movement, { along: sums(5, 1, 1), across: sums(5, 1, 1) }, ...Array(5).fill(none)],
  },
  timing: {
    all: errors,
    bySpacing: [errors, ...Array(6).fill(noErrors)],
    byTempo: [noErrors, noErrors, errors, sums(3, 40, 0), ...Array(6).fill(noErrors)],
    overPlay: Array(10).fill(errors),
  },
  keys: { left: { presses: 30, errors }, right: { presses: 10, errors: noErrors } },
};

const progress = {
  plays: 2,
  objects: 100,
  misses: 5,
  misses_per_1000: 50,
  accuracy: 0.9,
  unstable_rate: 120,
  pp: { mean: 90, best: 100 },
};

function playerOf(changes: Partial<PlayerReport> = {}): PlayerReport {
  return {
    name: 'Anna',
    ...progress,
    first_played: '2025-01-08',
    last_played: '2025-03-01',
    habits: habitsOf(played),
    causes: [
      { cause: 'aim', mistakes: 3, combo_breaks: 2, share: 0.75, pp_lost: null, examples: [] },
      { cause: 'timing', mistakes: 1, combo_breaks: 0, share: 0.25, pp_lost: null, examples: [] },
    ],
    plays_without_aim: 0,
    plays_without_timing: 0,
    months: [
      { month: '2025-01', ...progress },
      { month: '2025-03', ...progress, accuracy: 0.95 },
    ],
    ...changes,
  };
}

const reportOf = (...players: PlayerReport[]): StudyReport => ({ players, plays: [], skipped: [] });
const context = { texts: english, hrefOf: null };
const hostile = `"><img src=x onerror=alert(1)> </title><script>'&`;

test('the document is one file: no scripts, no addresses, and a policy that forbids both', () => {
  const html = reportDocument(reportOf(playerOf(), playerOf({ name: 'Bo' })));
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(html.match(/<script|<link|<img|<iframe|https?:|url\(|@import| on\w+=| style="/)).toBeNull();
});

test('names of players and files are escaped everywhere', () => {
  const report = {
    ...reportOf(playerOf({ name: hostile }), playerOf()),
    skipped: [{ file: hostile, reason: hostile }],
  };
  const html = reportDocument(report);
  expect(html.match(/<(img|script)|onerror=alert\(1\)>/)).toBeNull();
  expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
  const single = reportDocument(reportOf(playerOf({ name: `a\u202eb${hostile}` })));
  expect(single).toContain('<title>a b&quot;&gt;');
});

test('the skipped files come first, and are open only if there is nothing else to read', () => {
  const skipped = [{ file: 'broken.osr', reason: 'It cannot be judged.' }];
  const part = (players: PlayerReport[]) => reportHtml({ players, plays: [], skipped }, context);
  expect(part([playerOf(), playerOf()])).toMatch(/^<details class="skipped"><summary>1 skipped file</);
  expect(part([])).toMatch(/^<details class="skipped" open>/);
});

test('every plot has a title, its values as text and both axes', () => {
  const html = reportHtml(reportOf(playerOf()), context);
  const plots = html.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  expect(plots).toHaveLength(11);
  for (const plot of plots)
    expect(plot).toMatch(/role="img".*<title id="[^"]+">[^<]+<\/title><desc id="[^"]+">[^<]+<\/desc>/);
  expect(plots.find((plot) => plot.includes(english.plots.tempo.title))).toMatch(
    /90 to 120: Unstable rate 120\.0, 3\.0 ms early, 50 hits; 120 to 150: .*>unstable rate<\/text>/,
  );
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('bins with few hits are pale, and the caption says so', () => {
  const html = reportHtml(reportOf(playerOf()), context);
  const tempo = html.match(/<figure class="plot-tempo">[\s\S]*?<\/figure>/)?.[0] ?? '';
  expect(tempo.match(/class="bar uncertain"/g)).toHaveLength(1);
  expect(tempo).toContain('fewer than 20 hits');
  expect(html.match(/<figure class="plot-spacing">[\s\S]*?<\/figure>/)?.[0]).not.toContain('fewer than 20 hits');
});

test('each cause has its mistakes, and how many of them broke the combo if any did', () => {
  const html = reportHtml(reportOf(playerOf()), context);
  expect(html).toContain('>75% (3) · 2 combo breaks<');
  expect(html).toContain('>25% (1)<');
});

test('a single hit has a mean, and no spread', () => {
  const overPlay = [sums(1, 40, 0), ...Array(9).fill(noErrors)];
  const single = { along: sums(1, 7, 0), across: sums(1, 1, 0) };
  const aim = { ...played.aim!, byDirection: [single, ...Array(7).fill(none)] };
  const habits = habitsOf({ ...played, aim, timing: { ...played.timing!, overPlay } });
  const html = reportHtml(reportOf(playerOf({ habits })), context);
  expect(html).toContain('right: 7.0 px beyond, 1 hit');
  expect(html).toContain('0% to 10%: 40.0 ms late, 1 hit');
  expect(html).not.toMatch(/NaN|null|undefined/);
});

test('a key with few hits has no mean error', () => {
  const keys = { left: { presses: 30, errors }, right: { presses: 10, errors: sums(3, 40, 0) } };
  const html = reportHtml(reportOf(playerOf({ habits: habitsOf({ ...played, keys }) })), context);
  const figure = html.match(/<figure class="plot-keys">[\s\S]*?<\/figure>/)?.[0] ?? '';
  expect(figure).toContain('75% · 3.0 ms early');
  expect(figure).toContain('>25%<');
});

test('what a mod played has no plots, and the report says so', () => {
  const habits = { ...habitsOf(played), timing: null, keys: null };
  const html = reportHtml(reportOf(playerOf({ habits, plays_without_timing: 2 })), context);
  expect(html).toContain('Timing and keys leave out 2 plays');
  expect(html.match(/plot-(tempo|course|keys)/)).toBeNull();
  expect(html).toContain('plot-aim');
});

test('a player without anything to plot has numbers only', () => {
  const empty = { ...progress, objects: 0, misses_per_1000: null, accuracy: null, unstable_rate: null, pp: null };
  const player = playerOf({
    ...empty,
    name: '  ',
    habits: habitsOf({ aim: null, timing: null, keys: null }),
    causes: [],
    months: [],
    first_played: null,
    last_played: null,
  });
  const html = reportDocument(reportOf(player));
  expect(html).toContain('(no name)');
  expect(html.match(/<svg|NaN|Infinity|undefined|null/)).toBeNull();
});

test('only the first of many players is open, and the table leads to all', () => {
  const html = reportHtml(reportOf(...Array.from({ length: 5 }, (_, i) => playerOf({ name: `p${i}` }))), context);
  expect(html.match(/<details class="player-report" open>/g)).toHaveLength(1);
  for (let i = 1; i <= 5; i++) expect(html).toContain(`<a href="#player-${i}">p${i - 1}</a>`);
});

test.each([
  [0, 214, 0, 300, [0, 100, 200, 300]],
  [-22, 17, -30, 20, [-30, -20, -10, 0, 10, 20]],
  [0.88, 0.943, 0.88, 0.96, [0.88, 0.9, 0.92, 0.94, 0.96]],
  [5, 5, 4, 6, [4, 6]],
  [0, 0, 0, 0.5, [0, 0.5]],
])('an axis for %d to %d has round numbers', (min, max, first, last, ticks) => {
  expect(niceAxis(min, max)).toEqual({ min: first, max: last, ticks });
});

const causesOf = (...examples: MistakeAnalytics[]): PlayerReport['causes'] => [
  {
    cause: 'no-press',
    mistakes: 2,
    combo_breaks: 2,
    share: 1,
    pp_lost: 20,
    examples: examples.map((example) => ({ replay_md5: 'a'.repeat(32), ...example })),
  },
];

test('a cause leads to its examples, which have links only where plays can be opened', () => {
  const report = { ...reportOf(playerOf({ causes: causesOf(mistake) })), plays: [listedPlay()] };
  const html = reportHtml(report, { texts: english, hrefOf: (md5, time) => `/study?play=${md5}&t=${time}` });
  expect(html).toContain(`<a href="/study?play=${'a'.repeat(32)}&amp;t=83456">01:23.456</a>`);
  expect(html).toContain('<b>−12.35 pp · −512 combo</b> The cursor was on the object, but no key was pressed.');
  expect(html).toContain('Song [Hard] +HDDT · 2025-01-08 · replays/it&#39;s.osr');
  expect(reportDocument(report).match(/<a /)).toBeNull();
});

test('the list of plays names players only if there are several, and escapes all names', () => {
  const list = (...plays: ListedPlay[]) => playListHtml(plays, context);
  expect(list(listedPlay(), listedPlay())).not.toContain('Anna');
  expect(list(listedPlay(), listedPlay({ player: 'Bo' }))).toContain('Anna');
  const names = { title: hostile, difficulty: hostile, file: hostile, player: hostile, mods: [hostile] };
  expect(list(listedPlay(), listedPlay(names)).match(/<(img|script)/)).toBeNull();
});

test.each([200, 201])('a document lists two hundred of %d plays, and says how many more there are', (count) => {
  const html = reportDocument({ ...reportOf(playerOf()), plays: Array(count).fill(listedPlay()) });
  expect(html.match(/<th scope="row">Song/g)).toHaveLength(200);
  expect(html.includes('1 more play: the JSON file has all of them.')).toBe(count > 200);
});

test.each([
  [0, '00:00.000'],
  [83_456.4, '01:23.456'],
  [59_999.6, '01:00.000'],
  [6_000_001, '100:00.001'],
  [-1_500, '-00:01.500'],
  [-0.2, '00:00.000'],
])('%d ms are %s', (ms, text) => {
  expect(momentTime(ms)).toBe(text);
});
