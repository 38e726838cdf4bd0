import type { Millis } from '../../../../game/units.ts';
import { inQuad, lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { lastAtOrBefore, type Tween, tweenAt } from '../../animation/tween.ts';
import { cacheLast, type DrawShown } from '../../display-list/cache-last.ts';
import { digitsHeight, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { DrawnFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';

/** The combo at the bottom left, as it changes. */
export interface ComboCounter {
  readonly font: DrawnFont | null;
  readonly times: Float64Array;
  /** The combo from each time on. */
  readonly counts: Uint32Array;
  /** Writes the count itself, which rests between two changes, and not what pops over it. */
  readonly write: DrawShown<Written>;
}

const scale = 1.28;
const margin = { left: 3.2, bottom: 12.8 };
/** Out of the way by this far in breaks. */
const slide = 60;

/** A copy with the new count pops over the old one, which takes it over a moment later with a bump. */
const popMs = 300;
/** The copy shrinks in steps, about one a frame: digits of those sizes are made once and copied, not scaled. */
const popSteps = 20;
const takeOverMs = 160;
const bumpMs = 50;
const countDownMs = 1000 / 60;
const fadeMs = 100;

export function createCombo({ play, pictures }: SceneInput): ComboCounter {
  const { times, combo } = play.totals;
  const changes = Array.from(combo.keys()).filter((i) => combo[i] !== (combo[i - 1] ?? 0));
  return {
    font: pictures.font('combo'),
    times: Float64Array.from(changes, (i) => times[i]!),
    counts: Uint32Array.from(changes, (i) => combo[i]!),
    write: cacheLast(write),
  };
}

/** `presence` is 1 while there is something to play, 0 in breaks. */
export function drawCombo(list: DisplayList, ui: Ui, counter: ComboCounter, presence: Tween, t: Millis): void {
  const change = lastAtOrBefore(counter.times, t);
  const present = tweenAt(presence, t);
  if (change < 0 || present === 0) return;
  const since = (t - counter.times[change]!) / ui.clockRate;
  const before = counter.counts[change - 1] ?? 0;
  const now = counter.counts[change]!;
  if (now < before) drawFalling(list, ui, counter, { before, since, present });
  else drawRising(list, ui, counter, { before, now, since, present });
}

function drawRising(
  list: DisplayList,
  ui: Ui,
  counter: ComboCounter,
  { before, now, since, present }: { before: number; now: number; since: number; present: number },
): void {
  const pop = progressBetween(since, 0, popMs);
  const taken = since >= takeOverMs;
  const bump =
    inQuad(progressBetween(since, takeOverMs, takeOverMs + bumpMs)) -
    outQuad(progressBetween(since, takeOverMs + bumpMs, takeOverMs + 2 * bumpMs));
  const { font } = counter;
  counter.write(list, { ui, font, count: taken ? now : before, size: 1 + 0.1 * bump, alpha: 1, present });
  if (pop < 1) {
    const size = lerp(1.56, 1, Math.round(pop * popSteps) / popSteps);
    write(list, { ui, font, count: now, size, alpha: lerp(0.6, 0, pop), present, additive: true });
  }
}

function drawFalling(
  list: DisplayList,
  ui: Ui,
  { font }: ComboCounter,
  { before, since, present }: { before: number; since: number; present: number },
): void {
  const count = Math.max(0, before - Math.floor(since / countDownMs));
  const gone = progressBetween(since, before * countDownMs, before * countDownMs + fadeMs);
  write(list, { ui, font, count, size: 1, alpha: 1 - gone, present, falling: true });
}

interface Written {
  readonly ui: Ui;
  readonly font: DrawnFont | null;
  readonly count: number;
  readonly size: number;
  readonly alpha: number;
  readonly present: number;
  readonly additive?: boolean;
  readonly falling?: boolean;
}

function write(list: DisplayList, written: Written): void {
  const { ui, font, count, size, alpha, present, additive, falling } = written;
  if (count === 0 && !falling) return;
  const { viewport } = ui;
  const height = digitsHeight(font) * scale * size;
  drawDigits(list, font, `${count}x`, {
    at: viewport.ui(margin.left - slide * (1 - present), viewport.uiHeight - margin.bottom - height / 2),
    align: 'left',
    scale: scale * size * viewport.uiPx,
    alpha: alpha * present,
    additive,
    still: size === 1 || additive === true,
  });
}
