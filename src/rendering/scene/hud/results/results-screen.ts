import { gradeOf } from '../../../../game/play/index.ts';
import type { ElementName } from '../../../../game/skin/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { cacheLast, type DrawShown } from '../../display-list/cache-last.ts';
import { digitsHeight, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { textWidth } from '../../display-list/text.ts';
import { type Drawn, type DrawnElement, type DrawnFont, frameOf } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { percentOf } from '../counters/accuracy-counter.ts';
import { scoreDigits } from '../counters/score-counter.ts';
import { titleOf } from '../overlays/intro-card.ts';
import { drawModIcon, labelled, type ModIcons } from '../overlays/mod-icons.ts';
import { drawBox, drawLabel, drawPicture, drawScreen, topLeft, type Ui } from '../ui.ts';
import { createLifeGraph, drawLifeGraph, type LifeGraph } from './life-graph.ts';
import { type ResultShown, resultShown } from './result-numbers.ts';

/** The last screen: everything a play comes down to, in the places the game has for it. */
export interface Results {
  readonly at: Millis;
  readonly result: ResultShown;
  readonly score: string;
  readonly headline: string;
  readonly lines: readonly string[];
  readonly remarks: readonly string[];
  readonly pp: string | null;
  readonly font: DrawnFont | null;
  readonly art: Readonly<
    Record<'panel' | 'graph' | 'title' | 'maxCombo' | 'accuracy' | 'perfect' | 'grade', Drawn | null>
  >;
  readonly counts: readonly CountShown[];
  readonly mods: ModIcons['icons'];
  readonly lifeGraph: LifeGraph;
  /** Skins since version 2 have the panel 28 further down, and most other things in other places. */
  readonly layout: (typeof layouts)['old' | 'new'];
  readonly drawGraphAndStrip: DrawShown<ResultsShown>;
}

interface ResultsShown {
  readonly ui: Ui;
  readonly results: Results;
}

interface CountShown {
  readonly icon: DrawnElement | null;
  /** In place of an icon, for what skins have none for. */
  readonly label?: string;
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

const layouts = {
  old: { panel: 74, captions: 500, graph: 576, grade: 272, perfect: 320 },
  new: { panel: 102, captions: 480, graph: 608, grade: 320, perfect: 416 },
};
const black = { r: 0, g: 0, b: 0 };
const stripHeight = 96;
const gradePopsAtMs = 500;
const gradePopMs = 350;
const numberScale = 1.12;
const scoreScale = 1.3;
const labelSize = 24;
/** The middle of the column of grade, mods and pp, from the right. */
const column = 192;
/** Below the tallest of grades. */
const columnRows = { mods: 566, pp: 660, remarks: 698 };

export function createResults(input: SceneInput, at: Millis | null, mods: ModIcons): Results | null {
  if (at === null) return null;
  const { pictures, skinIni, pp } = input;
  const drawn = (name: ElementName) => pictures.element(name)?.frames[0] ?? null;
  const layout = skinIni.version >= 2 ? layouts.new : layouts.old;
  const result = resultShown(input);
  const lastPp = pp?.at(-1);
  return {
    at,
    result,
    score: String(result.score).padStart(scoreDigits(input.mods), '0'),
    ...wordsOf(input),
    pp: lastPp === undefined ? null : `${Math.round(lastPp)}pp`,
    font: pictures.font('score'),
    art: {
      panel: drawn('ranking-panel'),
      graph: drawn('ranking-graph'),
      title: drawn('ranking-title'),
      maxCombo: drawn('ranking-maxcombo'),
      accuracy: drawn('ranking-accuracy'),
      perfect: drawn('ranking-perfect'),
      grade: drawn(`ranking-${gradeOf(result, input.mods)}`),
    },
    counts: countsOf(input, result),
    mods: mods.icons,
    lifeGraph: createLifeGraph(input.play),
    layout,
    drawGraphAndStrip: cacheLast(drawGraphAndStrip),
  };
}

/** Geki and katu are stable's; lazer has no such combos, but counts what was hit of sliders. */
function countsOf({ pictures, mods, play, replay }: SceneInput, result: ResultShown): CountShown[] {
  const [left, right] = [64, 384];
  const bursts: CountShown[] = [
    { icon: pictures.element('hit300g'), count: result.geki, x: right, y: 256 },
    { icon: pictures.element('hit100k'), count: result.katu, x: right, y: 352 },
  ];
  const statistics = replay.scoreInfo?.statistics ?? play.result.statistics;
  const ends = statistics.slider_tail_hit ?? statistics.small_tick_hit ?? 0;
  const sliders: CountShown[] = [
    { icon: null, label: 'ticks', count: statistics.large_tick_hit ?? 0, x: right, y: 256 },
    { icon: null, label: 'ends', count: ends, x: right, y: 352 },
  ];
  return [
    { icon: pictures.element('hit300'), count: result.n300, x: left, y: 256 },
    { icon: pictures.element('hit100'), count: result.n100, x: left, y: 352 },
    { icon: pictures.element('hit50'), count: result.n50, x: left, y: 448 },
    ...(mods.rules === 'lazer' ? sliders : bursts),
    { icon: pictures.element('hit0'), count: result.misses, x: right, y: 448 },
  ];
}

export function drawResultsScreen(list: DisplayList, ui: Ui, results: Results, t: Millis): void {
  const { art, layout } = results;
  drawScreen(list, ui, { colour: black, alpha: 0.35 });
  if (art.panel) drawPicture(list, ui, art.panel, { x: 0, y: layout.panel, origin: topLeft, still: true });
  drawNumbers(list, ui, results, t);
  results.drawGraphAndStrip(list, { ui, results });
  drawColumn(list, ui, results, t);
}

/** What stands there from the first moment to the last. */
function drawGraphAndStrip(list: DisplayList, { ui, results }: ResultsShown): void {
  const { art, layout, lifeGraph } = results;
  if (art.graph) drawPicture(list, ui, art.graph, { x: 256, y: layout.graph, origin: topLeft, still: true });
  drawLifeGraph(list, ui, lifeGraph, { x: 266, y: layout.graph + 10, width: 300, height: 134 });
  if (results.result.perfect && art.perfect) {
    drawPicture(list, ui, art.perfect, { x: layout.perfect, y: 688, still: true });
  }
  drawStrip(list, ui, results);
}

function drawNumbers(list: DisplayList, ui: Ui, results: Results, t: Millis): void {
  const { result, font, art, counts, layout, at } = results;
  const write = (text: string, x: number, y: number, scale: number, align: 'left' | 'centre') =>
    drawDigits(list, font, text, { at: ui.viewport.ui(x, y), align, scale: scale * ui.viewport.uiPx, still: true });
  write(results.score, 352, 150, scoreScale, 'centre');
  for (const { icon, label, count, x, y } of counts) {
    const frame = icon && frameOf(icon, (t - at) / ui.clockRate);
    if (frame) drawPicture(list, ui, frame, { x, y, scale: Math.min(0.75, 110 / frame.width), still: true });
    if (label !== undefined)
      drawLabel(list, ui, label, { x, y: y + labelSize * 0.36, size: labelSize, align: 'centre' });
    write(`${count}x`, x + 64, y, numberScale, 'left');
  }
  const middle = 528 + (digitsHeight(font) * numberScale) / 2;
  write(`${result.maxCombo}x`, 24, middle, numberScale, 'left');
  write(percentOf(result.accuracy), 310, middle, numberScale, 'left');
  const caption = { y: layout.captions, origin: topLeft, still: true };
  if (art.maxCombo) drawPicture(list, ui, art.maxCombo, { x: 8, ...caption });
  if (art.accuracy) drawPicture(list, ui, art.accuracy, { x: 291, ...caption });
}

/** What was played, by whom and when, on a strip along the top. */
function drawStrip(list: DisplayList, ui: Ui, { art, headline, lines }: Results): void {
  const width = ui.viewport.uiWidth;
  drawBox(list, ui, { x: 0, y: 0, width, height: stripHeight }, { colour: black, alpha: 0.8 });
  const room = width - 64 - (art.title?.width ?? 0);
  drawLabel(list, ui, headline, { x: 16, y: 36, size: fitting(ui, headline, 30, room) });
  for (const [i, line] of lines.entries()) {
    drawLabel(list, ui, line, { x: 16, y: 61 + i * 23, size: fitting(ui, line, 19, room) });
  }
  if (art.title) drawPicture(list, ui, art.title, { x: width - 32, y: 0, origin: { x: 1, y: 0 }, still: true });
}

function drawColumn(list: DisplayList, ui: Ui, results: Results, t: Millis): void {
  const { art, layout, mods, pp, remarks } = results;
  const middle = ui.viewport.uiWidth - column;
  const popped = outQuad(progressBetween((t - results.at) / ui.clockRate, gradePopsAtMs, gradePopsAtMs + gradePopMs));
  if (art.grade) {
    const look = { x: middle, y: layout.grade, scale: lerp(1.4, 1, popped), alpha: popped, still: popped === 1 };
    drawPicture(list, ui, art.grade, look);
  }
  const spacing = Math.min(72, 340 / Math.max(1, mods.length));
  for (const [i, mod] of mods.entries()) {
    drawModIcon(list, ui, mod, { x: middle + (i - (mods.length - 1) / 2) * spacing, y: columnRows.mods });
  }
  // One line of labels has its place; more of them move what is below.
  const lines = Math.max(1, ...mods.map(({ label }) => label.length)) - 1;
  const down = lines * labelled.line * 0.75;
  if (pp !== null) drawLabel(list, ui, pp, { x: middle, y: columnRows.pp + down, size: 52, align: 'centre' });
  for (const [i, remark] of remarks.entries()) {
    drawLabel(list, ui, remark, { x: middle, y: columnRows.remarks + down + i * 28, size: 20, align: 'centre' });
  }
}

function wordsOf({ play, replay, stars }: SceneInput): Pick<Results, 'headline' | 'lines' | 'remarks'> {
  const { metadata } = play.map.beatmap;
  const { title, artist } = titleOf(metadata);
  const { player, playedAtUnixMs } = replay.header;
  const date = playedAtUnixMs === null ? '' : ` on ${dateOf(playedAtUnixMs)}`;
  const difficulty = stars === null ? '' : `   ${stars.toFixed(2)}★`;
  return {
    headline: `${artist} - ${title} [${metadata.version}]`,
    lines: [`Beatmap by ${metadata.creator}${difficulty}`, `Played by ${player}${date}`],
    remarks: remarksOf(play),
  };
}

/** How steady the play was, and how early and late on average; nothing where nothing was hit. */
function remarksOf({ judgements, result, map }: SceneInput['play']): string[] {
  const errors = judgements.flatMap(({ hitError, result: judged }) =>
    hitError === null || judged === 'miss' ? [] : [hitError / map.clockRate],
  );
  if (errors.length === 0) return [];
  const mean = (some: number[]) => (some.length === 0 ? 0 : some.reduce((sum, error) => sum + error, 0) / some.length);
  const early = Math.abs(mean(errors.filter((error) => error < 0))).toFixed(1);
  const late = mean(errors.filter((error) => error >= 0)).toFixed(1);
  return [`${(result.unstableRate / map.clockRate).toFixed(2)} UR`, `${early} ms early, ${late} ms late`];
}

/** The same wherever it is read. */
function dateOf(unixMs: number): string {
  return `${new Date(unixMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The size at which a line fits, at most the one wished for. */
function fitting({ typeface }: Ui, text: string, size: number, room: number): number {
  return Math.min(size, room / Math.max(1, textWidth(typeface, text)));
}
