import type { Millis } from '../../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import { cacheLast, type DrawShown } from '../../display-list/cache-last.ts';
import { digitsHeight, digitsWidth, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { DrawnFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';
import { type LineShown, scoreMargin, scoreScale } from './score-counter.ts';

export interface AccuracyCounter {
  readonly font: DrawnFont | null;
  readonly rolling: SmoothedValue;
  readonly draw: DrawShown<LineShown>;
}

const accuracyScale = scoreScale * 0.6;
const gapBelowScore = 4.8;

export function createAccuracy({ play, pictures }: SceneInput): AccuracyCounter {
  const { times, accuracy } = play.totals;
  return {
    font: pictures.font('score'),
    rolling: createSmoothedValue({ initial: 1, times, values: accuracy }, { up: 0.5, clockRate: play.map.clockRate }),
    draw: cacheLast(drawLine),
  };
}

export function drawAccuracy(list: DisplayList, ui: Ui, counter: AccuracyCounter, t: Millis): void {
  counter.draw(list, { ui, font: counter.font, text: textAt(counter, t) });
}

function drawLine(list: DisplayList, { ui, font, text }: LineShown): void {
  drawDigits(list, font, text, {
    at: ui.viewport.ui(ui.viewport.uiWidth - scoreMargin, accuracyMiddle(font)),
    align: 'right',
    scale: accuracyScale * ui.viewport.uiPx,
    fixedWidth: true,
    still: true,
  });
}

/** Where the line is: its middle's height, and how far its left end is from the right edge. */
export function accuracyPlace(counter: AccuracyCounter, t: Millis): { middle: number; fromRight: number } {
  const width = counter.font === null ? 0 : digitsWidth(counter.font, textAt(counter, t), true);
  return { middle: accuracyMiddle(counter.font), fromRight: scoreMargin + width * accuracyScale };
}

/** Two decimals, cut: only what is perfect says 100. */
export function percentOf(accuracy: number): string {
  return `${(Math.floor(accuracy * 10_000 + 1e-6) / 100).toFixed(2)}%`;
}

function textAt({ rolling }: AccuracyCounter, t: Millis): string {
  return percentOf(smoothedAt(rolling, t));
}

function accuracyMiddle(font: DrawnFont | null): number {
  const height = digitsHeight(font);
  return height * scoreScale + gapBelowScore + (height * accuracyScale) / 2;
}
