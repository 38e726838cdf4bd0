import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import type { Millis } from '../../../../game/units.ts';
import { inQuad, lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { type Tween, tweenAt } from '../../animation/tween.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import { digitsHeight, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';

/** The combo counter at the bottom left. */
export interface ComboCounter {
  readonly font: SizedFont | null;
  /** 1 during play, 0 in breaks. */
  readonly presence: Tween;
  readonly times: Float64Array;
  /** The combo from each time on. */
  readonly counts: Uint32Array;
  /** Draws the count itself, cached between changes, without the copy that pops behind it. */
  readonly drawCount: CachedDraw<ComboState>;
}

const scale = 1.28;
/** Where the pivot lies, from the bottom left corner of the screen. */
const margin = { left: 3.2, bottom: 12.8 };
/** The point around which the number grows: this fraction of its height, and some pixels, below its top. */
const pivot = { height: 0.625, below: 9, copyLeft: 3 };
/** How far it slides out in breaks. */
const slide = 60;

/** A copy with the new count pops behind the old one, which changes a moment later with a bump. */
const popMs = 300;
/** The copy shrinks in about one step per frame, so that the compositor can cache an image of each size. */
const popSteps = 20;
const changeDelayMs = 160;
const bumpMs = 50;
const countDownMs = 1000 / 60;
const fadeMs = 100;

/** Finds the changes of the combo. */
export function createComboCounter({ play, pictures }: SceneInput, presence: Tween): ComboCounter {
  const { times, combo } = play.totals;
  const changes = Array.from(combo.keys()).filter((i) => combo[i] !== (combo[i - 1] ?? 0));
  return {
    font: pictures.font('combo'),
    presence,
    times: Float64Array.from(changes, (i) => times[i]!),
    counts: Uint32Array.from(changes, (i) => combo[i]!),
    drawCount: cacheLast(drawCount),
  };
}

/** Draws the combo, which slides out in breaks. */
export function drawComboCounter(list: DisplayList, ui: Ui, counter: ComboCounter, t: Millis): void {
  const change = lastAtOrBefore(counter.times, t);
  const presence = tweenAt(counter.presence, t);
  if (change < 0 || presence === 0) return;
  const sinceMs = (t - counter.times[change]!) / ui.clockRate;
  const previous = counter.counts[change - 1] ?? 0;
  const current = counter.counts[change]!;
  if (current < previous) {
    drawCountingDown(list, ui, counter, { previous, sinceMs, presence });
  } else {
    const gapMs = (counter.times[change]! - (counter.times[change - 1] ?? Number.NEGATIVE_INFINITY)) / ui.clockRate;
    drawCountingUp(list, ui, counter, { previous, current, sinceMs, gapMs, presence });
  }
}

interface CountingUp {
  readonly previous: number;
  readonly current: number;
  readonly sinceMs: number;
  /** The time between the last two changes. */
  readonly gapMs: number;
  readonly presence: number;
}

function drawCountingUp(list: DisplayList, ui: Ui, counter: ComboCounter, state: CountingUp): void {
  const { previous, current, sinceMs, gapMs, presence } = state;
  const { font } = counter;
  const pop = progressBetween(sinceMs, 0, popMs);
  if (pop < 1) {
    const size = lerp(1.56, 1, Math.round(pop * popSteps) / popSteps);
    drawCount(list, { ui, font, count: current, size, alpha: lerp(0.6, 0, pop), presence, isCopy: true });
  }
  // In a stream the next hit comes before the number has changed; it then changes, and bumps, with that hit.
  const bump = bumpAt(sinceMs - changeDelayMs) + (gapMs < changeDelayMs ? bumpAt(sinceMs) : 0);
  const count = sinceMs >= changeDelayMs ? current : previous;
  counter.drawCount(list, { ui, font, count, size: 1 + 0.1 * bump, alpha: 1, presence });
}

function bumpAt(sinceMs: number): number {
  return inQuad(progressBetween(sinceMs, 0, bumpMs)) - outQuad(progressBetween(sinceMs, bumpMs, 2 * bumpMs));
}

function drawCountingDown(
  list: DisplayList,
  ui: Ui,
  { font }: ComboCounter,
  { previous, sinceMs, presence }: { previous: number; sinceMs: number; presence: number },
): void {
  const count = Math.max(0, previous - Math.floor(sinceMs / countDownMs));
  const gone = progressBetween(sinceMs, previous * countDownMs, previous * countDownMs + fadeMs);
  drawCount(list, { ui, font, count, size: 1, alpha: 1 - gone, presence, isCountingDown: true });
}

interface ComboState {
  readonly ui: Ui;
  readonly font: SizedFont | null;
  readonly count: number;
  readonly size: number;
  readonly alpha: number;
  readonly presence: number;
  /** The copy adds its light to what lies below it. */
  readonly isCopy?: boolean;
  readonly isCountingDown?: boolean;
}

function drawCount(list: DisplayList, state: ComboState): void {
  const { ui, font, count, size, alpha, presence, isCopy = false, isCountingDown } = state;
  if (count === 0 && !isCountingDown) return;
  const { viewport } = ui;
  const left = margin.left - slide * (1 - presence) - (isCopy ? pivot.copyLeft * scale * size : 0);
  const aboveBottom = margin.bottom + (digitsHeight(font) * pivot.height + pivot.below) * scale * size;
  drawDigits(list, font, `${count}x`, {
    at: viewport.ui(left, viewport.uiHeight - aboveBottom),
    align: 'left',
    from: 'top',
    scale: scale * size * viewport.uiPx,
    alpha: alpha * presence,
    additive: isCopy,
    still: size === 1 || isCopy,
  });
}
