import type { Mods } from '../../../../game/mods/index.ts';
import { accuracyPercent } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import { digitsHeight, digitsWidth, drawRollingDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';
import { type DigitsState, scoreMargin, scoreScale, textsAt } from './score-counter.ts';

type Rules = Mods['rules'];

/** The accuracy, below the score. */
export interface AccuracyCounter {
  readonly font: SizedFont | null;
  readonly accuracy: SmoothedValue;
  readonly rules: Rules;
  readonly draw: CachedDraw<DigitsState>;
}

const accuracyScale = scoreScale * 0.6;
const gapBelowScore = 4.8;
/** A text as wide as most accuracies: what stands beside the counter does not move with the number. */
const usualText = '99.99%';

/** Prepares the accuracy counter. */
export function createAccuracyCounter({ play, pictures }: SceneInput): AccuracyCounter {
  const { times, accuracy } = play.totals;
  return {
    font: pictures.font('score'),
    accuracy: createSmoothedValue({ initial: 1, times, values: accuracy }, { up: 0.5, clockRate: play.map.clockRate }),
    rules: play.map.rules,
    draw: cacheLast(drawDigitsLine),
  };
}

/** Draws the accuracy counter. */
export function drawAccuracyCounter(list: DisplayList, ui: Ui, counter: AccuracyCounter, t: Millis): void {
  counter.draw(list, { ui, font: counter.font, texts: textsAt(ui, t, (time) => textAt(counter, time)) });
}

function drawDigitsLine(list: DisplayList, { ui, font, texts }: DigitsState): void {
  drawRollingDigits(list, font, texts.split(' '), {
    at: ui.viewport.ui(ui.viewport.uiWidth - scoreMargin, topOf(font)),
    scale: accuracyScale * ui.viewport.uiPx,
    still: true,
  });
}

/** Where the counter usually ends: its vertical centre, and the distance of its left end from the right edge. */
export function accuracyPosition({ font }: AccuracyCounter): { middle: number; fromRight: number } {
  const width = font === null ? 0 : digitsWidth(font, usualText, true);
  const middle = topOf(font) + (digitsHeight(font) * accuracyScale) / 2;
  return { middle, fromRight: scoreMargin + width * accuracyScale };
}

/** Formats an accuracy with two decimals. */
export function formatAccuracy(accuracy: number, rules: Rules): string {
  return `${accuracyPercent(accuracy, rules).toFixed(2)}%`;
}

function textAt({ accuracy, rules }: AccuracyCounter, t: Millis): string {
  return formatAccuracy(smoothedAt(accuracy, t), rules);
}

function topOf(font: SizedFont | null): number {
  return digitsHeight(font) * scoreScale + gapBelowScore;
}
