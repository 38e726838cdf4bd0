import type { Mods } from '../../../../game/mods/index.ts';
import { scoresOverPlay } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import { drawRollingDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { momentsOf } from '../../display-list/motion-blur.ts';
import type { SizedFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { Ui } from '../ui.ts';

/** The score at the top right. */
export interface ScoreCounter {
  readonly font: SizedFont | null;
  readonly rolling: SmoothedValue;
  readonly digits: number;
  readonly draw: CachedDraw<DigitsState>;
}

/** The state of a line of digits. */
export interface DigitsState {
  readonly ui: Ui;
  readonly font: SizedFont | null;
  /** The text at each moment of the exposure, separated by spaces: a string is compared faster than a list. */
  readonly texts: string;
}

/** The scale of the score's font. */
export const scoreScale = 0.96;
/** The distance of score and accuracy from the right edge, in skin pixels. */
export const scoreMargin = 9.6;

/** Prepares the score counter. */
export function createScoreCounter(input: SceneInput): ScoreCounter {
  const { mods, pictures } = input;
  return {
    font: pictures.font('score'),
    rolling: rollingScore(input),
    digits: scoreDigits(mods),
    draw: cacheLast(drawDigitsLine),
  };
}

/** The score as it rolls up during the play; it ends at the score of the results. */
export function rollingScore({ play, replay }: Pick<SceneInput, 'play' | 'replay'>): SmoothedValue {
  const values = scoresOverPlay(play, replay);
  const { times } = play.totals;
  return createSmoothedValue({ initial: 0, times, values }, { up: 0.75, clockRate: play.map.clockRate });
}

/** The minimum number of digits: lazer scores rarely exceed a million, stable's have no limit. */
export function scoreDigits({ rules }: Mods): number {
  return rules === 'lazer' ? 6 : 8;
}

/** Draws the score, padded with zeros. */
export function drawScoreCounter(
  list: DisplayList,
  ui: Ui,
  { font, rolling, digits, draw }: ScoreCounter,
  t: Millis,
): void {
  const textAt = (time: Millis) => String(Math.round(smoothedAt(rolling, time))).padStart(digits, '0');
  draw(list, { ui, font, texts: textsAt(ui, t, textAt) });
}

/** The texts of a counter at each moment of the exposure, separated by spaces; one if the first and last are the same. */
export function textsAt({ motionBlur }: Ui, t: Millis, textAt: (time: Millis) => string): string {
  const [start = t, ...others] = momentsOf(motionBlur, t);
  const first = textAt(start);
  const end = others.at(-1);
  return end === undefined || textAt(end) === first ? first : [first, ...others.map(textAt)].join(' ');
}

function drawDigitsLine(list: DisplayList, { ui, font, texts }: DigitsState): void {
  drawRollingDigits(list, font, texts.split(' '), {
    at: ui.viewport.ui(ui.viewport.uiWidth - scoreMargin, 0),
    scale: scoreScale * ui.viewport.uiPx,
    still: true,
  });
}
