import type { Millis } from '../../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import { digitsHeight, digitsWidth, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';
import { type DigitsState, scoreMargin, scoreScale } from './score-counter.ts';

/** The accuracy, below the score. */
export interface AccuracyCounter {
  readonly font: SizedFont | null;
  readonly accuracy: SmoothedValue;
  readonly draw: CachedDraw<DigitsState>;
}

const accuracyScale = scoreScale * 0.6;
const gapBelowScore = 4.8;

/** Prepares the accuracy counter. */
export function createAccuracyCounter({ play, pictures }: SceneInput): AccuracyCounter {
  const { times, accuracy } = play.totals;
  return {
    font: pictures.font('score'),
    accuracy: createSmoothedValue({ initial: 1, times, values: accuracy }, { up: 0.5, clockRate: play.map.clockRate }),
    draw: cacheLast(drawDigitsLine),
  };
}

/** Draws the accuracy counter. */
export function drawAccuracyCounter(list: DisplayList, ui: Ui, counter: AccuracyCounter, t: Millis): void {
  counter.draw(list, { ui, font: counter.font, text: textAt(counter, t) });
}

function drawDigitsLine(list: DisplayList, { ui, font, text }: DigitsState): void {
  drawDigits(list, font, text, {
    at: ui.viewport.ui(ui.viewport.uiWidth - scoreMargin, accuracyMiddle(font)),
    align: 'right',
    scale: accuracyScale * ui.viewport.uiPx,
    fixedWidth: true,
    still: true,
  });
}

/** The position of the line: its vertical centre, and the distance of its left end from the right edge. */
export function accuracyPosition(counter: AccuracyCounter, t: Millis): { middle: number; fromRight: number } {
  const width = counter.font === null ? 0 : digitsWidth(counter.font, textAt(counter, t), true);
  return { middle: accuracyMiddle(counter.font), fromRight: scoreMargin + width * accuracyScale };
}

/** Formats an accuracy with two decimals, rounded down, so that only a perfect one is 100. */
export function formatPercent(accuracy: number): string {
  return `${(Math.floor(accuracy * 10_000 + 1e-6) / 100).toFixed(2)}%`;
}

function textAt({ accuracy }: AccuracyCounter, t: Millis): string {
  return formatPercent(smoothedAt(accuracy, t));
}

function accuracyMiddle(font: SizedFont | null): number {
  const height = digitsHeight(font);
  return height * scoreScale + gapBelowScore + (height * accuracyScale) / 2;
}
