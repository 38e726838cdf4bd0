import type { Mods } from '../../../../game/mods/index.ts';
import { accuracyPercent } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import { digitsHeight, digitsWidth, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';
import { type DigitsState, scoreMargin, scoreScale } from './score-counter.ts';

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

/** Formats an accuracy with two decimals. */
export function formatAccuracy(accuracy: number, rules: Rules): string {
  return `${accuracyPercent(accuracy, rules).toFixed(2)}%`;
}

function textAt({ accuracy, rules }: AccuracyCounter, t: Millis): string {
  return formatAccuracy(smoothedAt(accuracy, t), rules);
}

function accuracyMiddle(font: SizedFont | null): number {
  const height = digitsHeight(font);
  return height * scoreScale + gapBelowScore + (height * accuracyScale) / 2;
}
