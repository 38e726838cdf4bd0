import type { PlayableMap } from '../../../../game/beatmap/index.ts';
import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import { type HitWindows, hitWindowsOf } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { outQuad, progressBetween } from '../../animation/easing.ts';
import { createTween, type Tween, type TweenMove, tweenAt } from '../../animation/tween.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { drawText } from '../../display-list/text.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawBox, drawLabel, type Ui } from '../ui.ts';
import { resultColours } from './result-colours.ts';

/** A meter at the bottom that shows how early or late each hit was. */
export interface HitErrorMeter {
  readonly windows: HitWindows;
  /** The times of the hits, ordered. */
  readonly times: Float64Array;
  readonly errors: Float64Array;
  readonly colours: readonly Rgb[];
  /** The unstable rate after each hit, at the song's original speed; null if it is not shown. */
  readonly unstableRates: Float64Array | null;
  readonly average: Tween;
  /** Falls to 0 while a spinner is visible, whose speed stands in the same place. */
  readonly besideSpinners: Tween;
  readonly drawScale: CachedDraw<ScaleState>;
  readonly drawRate: CachedDraw<UnstableRateState>;
}

interface ScaleState {
  readonly ui: Ui;
  readonly windows: HitWindows;
  readonly alpha: number;
}

interface UnstableRateState {
  readonly ui: Ui;
  readonly rate: number;
  readonly alpha: number;
}

/** Skin pixels per millisecond. */
const msWidth = 0.8;
const height = 19.2;
const stripHeight = 4.8;
const tickWidth = 3;
const tickLifetimeMs = 10_000;
const visibleMs = 4000;
const fadeMs = 500;
const averageMs = 800;
const spinnerFadeMs = 400;

const black = { r: 0, g: 0, b: 0 };
const white = { r: 255, g: 255, b: 255 };
const { great, ok, meh } = resultColours;

/** The character that points at the average. */
export const averageArrow = '▼';

/** Collects the errors of all hits and their running average. */
export function createHitErrorMeter({ play, options }: SceneInput): HitErrorMeter {
  const { map, judgements, totals } = play;
  const hits = judgements.flatMap(({ hitError, result }, i) =>
    hitError === null || result === 'miss'
      ? []
      : [{ time: totals.times[i]!, error: hitError, result, unstableRate: totals.unstableRate[i]! }],
  );
  const errors = Float64Array.from(hits, ({ error }) => error);
  const times = Float64Array.from(hits, ({ time }) => time);
  let average = 0;
  const moves = hits.map(({ time, error }) => {
    average = average * 0.8 + error * 0.2;
    return { time, to: average };
  });
  return {
    windows: hitWindowsOf(map),
    times,
    errors,
    colours: hits.map(({ result }) => resultColours[result] ?? great),
    unstableRates: options.unstableRate
      ? Float64Array.from(hits, ({ unstableRate }) => unstableRate / map.clockRate)
      : null,
    average: createTween(0, moves, { duration: () => averageMs * map.clockRate, ease: outQuad }),
    besideSpinners: createTween(1, spinnerMoves(map), {
      duration: (distance) => distance * spinnerFadeMs * map.clockRate,
    }),
    drawScale: cacheLast(drawScale),
    drawRate: cacheLast(drawRate),
  };
}

function spinnerMoves({ objects, clockRate }: PlayableMap): TweenMove[] {
  const spinners = objects.filter(({ kind }) => kind === 'spinner');
  const moves = spinners.flatMap(({ startTime, endTime }) => [
    { time: startTime - spinnerFadeMs * clockRate, to: 0 },
    { time: endTime, to: 1 },
  ]);
  return moves.sort((a, b) => a.time - b.time);
}

/** Draws the meter; it fades out some time after the last hit. */
export function drawHitErrorMeter(list: DisplayList, ui: Ui, meter: HitErrorMeter, t: Millis): void {
  const last = lastAtOrBefore(meter.times, t);
  if (last < 0) return;
  const sinceHit = (t - meter.times[last]!) / ui.clockRate;
  const alpha = tweenAt(meter.besideSpinners, t) * (1 - progressBetween(sinceHit, visibleMs, visibleMs + fadeMs));
  if (alpha === 0) return;
  const middle = ui.viewport.uiWidth / 2;
  meter.drawScale(list, { ui, windows: meter.windows, alpha });
  drawTicks(list, ui, meter, { t, last, alpha });
  drawBox(list, ui, { x: middle - 1, y: ui.viewport.uiHeight - height, width: 2, height }, { colour: white, alpha });
  drawText(list, ui.typeface, averageArrow, {
    at: ui.viewport.ui(middle + tweenAt(meter.average, t) * msWidth, ui.viewport.uiHeight - height + 1),
    sizePx: 11 * ui.viewport.uiPx,
    align: 'centre',
    alpha,
    moving: true,
  });
  if (meter.unstableRates) meter.drawRate(list, { ui, rate: Math.round(meter.unstableRates[last]!), alpha });
}

function drawRate(list: DisplayList, { ui, rate, alpha }: UnstableRateState): void {
  const { uiWidth, uiHeight } = ui.viewport;
  drawLabel(list, ui, `${rate} UR`, { x: uiWidth / 2, y: uiHeight - height - 13, size: 16, align: 'centre', alpha });
}

/** Draws the hit windows, widest first, on a dark background. */
function drawScale(list: DisplayList, { ui, windows, alpha }: ScaleState): void {
  const middle = ui.viewport.uiWidth / 2;
  const barAcross = (window: Millis, y: number, barHeight: number) => ({
    x: middle - window * msWidth,
    y,
    width: 2 * window * msWidth,
    height: barHeight,
  });
  const stripTop = ui.viewport.uiHeight - height / 2 - stripHeight / 2;
  drawBox(list, ui, barAcross(windows.meh, ui.viewport.uiHeight - height, height), {
    colour: black,
    alpha: alpha * 0.6,
  });
  drawBox(list, ui, barAcross(windows.meh, stripTop, stripHeight), { colour: meh, alpha });
  drawBox(list, ui, barAcross(windows.ok, stripTop, stripHeight), { colour: ok, alpha });
  drawBox(list, ui, barAcross(windows.great, stripTop, stripHeight), { colour: great, alpha });
}

function drawTicks(
  list: DisplayList,
  ui: Ui,
  { times, errors, colours }: HitErrorMeter,
  { t, last, alpha }: { t: Millis; last: number; alpha: number },
): void {
  const lifetime = tickLifetimeMs * ui.clockRate;
  for (let i = lastAtOrBefore(times, t - lifetime) + 1; i <= last; i++) {
    const x = ui.viewport.uiWidth / 2 + errors[i]! * msWidth - tickWidth / 2;
    drawBox(
      list,
      ui,
      { x, y: ui.viewport.uiHeight - height, width: tickWidth, height },
      { colour: colours[i]!, alpha: alpha * 0.4 * (1 - (t - times[i]!) / lifetime), additive: true },
    );
  }
}
