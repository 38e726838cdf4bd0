import { gradeOf, type ResultNumbers, resultNumbers, timingSummaryOf } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import { drawDigits } from '../../display-list/digits.ts';
import type { DisplayList, ScreenPoint } from '../../display-list/display-list.ts';
import type { SizedFont, SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { formatAccuracy } from '../counters/accuracy-counter.ts';
import { scoreDigits } from '../counters/score-counter.ts';
import { shortenName } from '../fit-name.ts';
import { titleOf } from '../map-title.ts';
import { drawModIcon, labelLayout, type ModIcons } from '../overlays/mod-icons.ts';
import { drawBox, drawImage, drawLabel, fillScreen, fittingSize, topLeft, type Ui } from '../ui.ts';
import { createLifeGraph, drawLifeGraph, type LifeGraph } from './life-graph.ts';

/** The results screen, with the game's layout. */
export interface ResultsScreen {
  readonly opensAt: Millis;
  readonly result: ResultNumbers;
  readonly score: string;
  readonly accuracy: string;
  readonly headline: string;
  readonly lines: readonly string[];
  readonly details: readonly string[];
  readonly pp: string | null;
  readonly font: SizedFont | null;
  readonly images: Readonly<
    Record<'panel' | 'graph' | 'title' | 'maxCombo' | 'accuracy' | 'perfect' | 'grade', SizedImage | null>
  >;
  readonly counts: readonly ResultCount[];
  readonly mods: ModIcons['icons'];
  readonly lifeGraph: LifeGraph;
  /** Skins since version 2 have a different layout. */
  readonly layout: (typeof layouts)['old' | 'new'];
  readonly drawGraphAndStrip: CachedDraw<ResultsState>;
}

interface ResultsState {
  readonly ui: Ui;
  readonly results: ResultsScreen;
}

interface ResultCount {
  readonly icon: SizedImage | null;
  /** A label in place of an icon, for counts without a skin element. */
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
/** The centre of the column of grade, mods and pp, from the right. */
const column = 192;
/** Below the tallest grade image. */
const columnRows = { mods: 566, pp: 660, details: 698 };

/** Prepares the results screen; null without one. */
export function createResultsScreen(input: SceneInput, opensAt: Millis | null, mods: ModIcons): ResultsScreen | null {
  if (opensAt === null) return null;
  const { pictures, skinIni, pp } = input;
  const layout = skinIni.version >= 2 ? layouts.new : layouts.old;
  const result = resultNumbers(input);
  const lastPp = pp?.at(-1);
  return {
    opensAt,
    result,
    accuracy: formatAccuracy(result.accuracy, input.mods.rules),
    score: String(result.score).padStart(scoreDigits(input.mods), '0'),
    ...textsOf(input),
    pp: lastPp === undefined ? null : `${Math.round(lastPp)}pp`,
    font: pictures.font('score'),
    images: {
      panel: pictures.image('ranking-panel'),
      graph: pictures.image('ranking-graph'),
      title: pictures.image('ranking-title'),
      maxCombo: pictures.image('ranking-maxcombo'),
      accuracy: pictures.image('ranking-accuracy'),
      perfect: pictures.image('ranking-perfect'),
      grade: pictures.image(`ranking-${gradeOf(result, input.mods)}`),
    },
    counts: countsOf(input, result),
    mods: mods.icons,
    lifeGraph: createLifeGraph(input.play),
    layout,
    drawGraphAndStrip: cacheLast(drawGraphAndStrip),
  };
}

/** Geki and katu exist in stable only; lazer counts slider ticks and ends. */
function countsOf({ pictures, mods, play, replay }: SceneInput, result: ResultNumbers): ResultCount[] {
  const [left, right] = [64, 384];
  const comboEnds: ResultCount[] = [
    { icon: pictures.still('hit300g'), count: result.geki, x: right, y: 256 },
    { icon: pictures.still('hit100k'), count: result.katu, x: right, y: 352 },
  ];
  const statistics = replay.scoreInfo?.statistics ?? play.result.statistics;
  const ends = statistics.slider_tail_hit ?? statistics.small_tick_hit ?? 0;
  const sliderCounts: ResultCount[] = [
    { icon: null, label: 'ticks', count: statistics.large_tick_hit ?? 0, x: right, y: 256 },
    { icon: null, label: 'ends', count: ends, x: right, y: 352 },
  ];
  return [
    { icon: pictures.still('hit300'), count: result.n300, x: left, y: 256 },
    { icon: pictures.still('hit100'), count: result.n100, x: left, y: 352 },
    { icon: pictures.still('hit50'), count: result.n50, x: left, y: 448 },
    ...(mods.rules === 'lazer' ? sliderCounts : comboEnds),
    { icon: pictures.still('hit0'), count: result.misses, x: right, y: 448 },
  ];
}

/** Draws the results screen. */
export function drawResultsScreen(list: DisplayList, ui: Ui, results: ResultsScreen, t: Millis): void {
  const { images, layout } = results;
  fillScreen(list, ui, { colour: black, alpha: 0.35 });
  if (images.panel) drawImage(list, ui, images.panel, { x: 0, y: layout.panel, origin: topLeft, still: true });
  drawNumbers(list, ui, results);
  results.drawGraphAndStrip(list, { ui, results });
  drawColumn(list, ui, results, t);
}

/** Draws what does not change during the results screen. */
function drawGraphAndStrip(list: DisplayList, { ui, results }: ResultsState): void {
  const { images, layout, lifeGraph } = results;
  if (images.graph) drawImage(list, ui, images.graph, { x: 256, y: layout.graph, origin: topLeft, still: true });
  drawLifeGraph(list, ui, lifeGraph, { x: 266, y: layout.graph + 10, width: 300, height: 134 });
  if (results.result.perfect && images.perfect) {
    drawImage(list, ui, images.perfect, { x: layout.perfect, y: 688, still: true });
  }
  drawStrip(list, ui, results);
}

function drawNumbers(list: DisplayList, ui: Ui, results: ResultsScreen): void {
  const { result, font, images, counts, layout } = results;
  const drawNumber = (text: string, at: ScreenPoint, from: 'top' | 'middle') =>
    drawDigits(list, font, text, { at, align: 'left', from, scale: numberScale * ui.viewport.uiPx, still: true });
  drawDigits(list, font, results.score, {
    at: ui.viewport.ui(352, 150),
    align: 'centre',
    scale: scoreScale * ui.viewport.uiPx,
    still: true,
  });
  for (const { icon, label, count, x, y } of counts) {
    if (icon) drawImage(list, ui, icon, { x, y, scale: Math.min(0.75, 110 / icon.width), still: true });
    if (label !== undefined)
      drawLabel(list, ui, label, { x, y: y + labelSize * 0.36, size: labelSize, align: 'centre' });
    drawNumber(`${count}x`, ui.viewport.ui(x + 64, y), 'middle');
  }
  drawNumber(`${result.maxCombo}x`, ui.viewport.ui(24, 528), 'top');
  drawNumber(results.accuracy, ui.viewport.ui(310, 528), 'top');
  if (images.maxCombo) drawImage(list, ui, images.maxCombo, { x: 8, y: layout.captions, origin: topLeft, still: true });
  if (images.accuracy)
    drawImage(list, ui, images.accuracy, { x: 291, y: layout.captions, origin: topLeft, still: true });
}

/**
 * Draws title, player and date on a strip along the top. The texts keep off the skin's title, unless it is so wide that less
 * than half of the strip is left: such titles frame the whole strip and leave room for the texts themselves.
 */
function drawStrip(list: DisplayList, ui: Ui, { images, headline, lines }: ResultsScreen): void {
  const width = ui.viewport.uiWidth;
  drawBox(list, ui, { x: 0, y: 0, width, height: stripHeight }, { colour: black, alpha: 0.8 });
  if (images.title) drawImage(list, ui, images.title, { x: width - 32, y: 0, origin: { x: 1, y: 0 }, still: true });
  const besideTitle = width - 64 - (images.title?.width ?? 0);
  const maxWidth = besideTitle < width / 2 ? width - 32 : besideTitle;
  drawLabel(list, ui, headline, { x: 16, y: 36, size: fittingSize(ui, headline, { size: 30, maxWidth }) });
  for (const [i, line] of lines.entries()) {
    drawLabel(list, ui, line, { x: 16, y: 61 + i * 23, size: fittingSize(ui, line, { size: 19, maxWidth }) });
  }
}

function drawColumn(list: DisplayList, ui: Ui, results: ResultsScreen, t: Millis): void {
  const { images, layout, mods, pp, details } = results;
  const middle = ui.viewport.uiWidth - column;
  const popProgress = outQuad(
    progressBetween((t - results.opensAt) / ui.clockRate, gradePopsAtMs, gradePopsAtMs + gradePopMs),
  );
  if (images.grade) {
    drawImage(list, ui, images.grade, {
      x: middle,
      y: layout.grade,
      scale: lerp(1.4, 1, popProgress),
      alpha: popProgress,
      still: popProgress === 1,
    });
  }
  const spacing = Math.min(72, 340 / Math.max(1, mods.length));
  for (const [i, mod] of mods.entries()) {
    drawModIcon(list, ui, mod, { x: middle + (i - (mods.length - 1) / 2) * spacing, y: columnRows.mods });
  }
  // There is space for one line of labels; more lines move what is below.
  const lines = Math.max(1, ...mods.map(({ label }) => label.length)) - 1;
  const down = lines * labelLayout.line * 0.75;
  if (pp !== null) drawLabel(list, ui, pp, { x: middle, y: columnRows.pp + down, size: 52, align: 'centre' });
  for (const [i, detail] of details.entries()) {
    drawLabel(list, ui, detail, { x: middle, y: columnRows.details + down + i * 28, size: 20, align: 'centre' });
  }
}

function textsOf({ play, replay, stars, typeface }: SceneInput): Pick<ResultsScreen, 'headline' | 'lines' | 'details'> {
  const { metadata } = play.map.beatmap;
  const { title, artist } = titleOf(metadata, typeface);
  const { player, playedAtUnixMs } = replay.header;
  const date = playedAtUnixMs === null ? '' : ` on ${formatDate(playedAtUnixMs)}`;
  const difficulty = stars === null ? '' : `   ${stars.toFixed(2)}★`;
  return {
    headline: `${artist} - ${title} [${metadata.version}]`,
    lines: [
      `Beatmap by ${metadata.creator}${difficulty}`,
      `Played${player === '' ? '' : ` by ${shortenName(player)}`}${date}`,
    ],
    details: detailsOf(play),
  };
}

/** The unstable rate and the average hit errors; empty if nothing was hit. */
function detailsOf(play: SceneInput['play']): string[] {
  const timing = timingSummaryOf(play);
  if (timing === null) return [];
  const { unstableRate, early, late } = timing;
  return [
    `${unstableRate.toFixed(2)} UR`,
    `${Math.abs(early ?? 0).toFixed(1)} ms early, ${(late ?? 0).toFixed(1)} ms late`,
  ];
}

/** Formats a date independent of locale and time zone. */
function formatDate(unixMs: number): string {
  return `${new Date(unixMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
