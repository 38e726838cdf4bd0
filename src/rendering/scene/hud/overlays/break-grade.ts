import type { Break } from '../../../../game/beatmap/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { inQuad, lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { AccuracyCounter } from '../counters/accuracy-counter.ts';
import { piePosition } from '../meters/progress-pie.ts';
import { drawImage, type Ui } from '../ui.ts';
import { standingAt } from './standing.ts';

/** The small grade beside the pie during a long break, as stable shows it. */
export interface BreakGrade extends Break {
  readonly image: SizedImage;
  readonly accuracy: AccuracyCounter;
}

/** Shorter breaks have no grade. */
const minLength = 5000;
const leftOfPie = 44.8;
const size = 0.8;
/** Song times after the start: the grade fades in while a copy grows and fades away. */
const appears = 400;
const fadeIn = 300;
const copy = { length: 1200, size: 1.3 };
/** Song times before the end. */
const vanishes = { from: 1000, to: 700 };

/** Finds the grade so far; null in a break that is too short. */
export function createBreakGrade(input: SceneInput, period: Break, accuracy: AccuracyCounter): BreakGrade | null {
  if (period.end - period.start < minLength) return null;
  const standing = standingAt(input, period.start);
  const image = standing && input.pictures.image(`ranking-${standing.grade}-small`);
  return image && { ...period, image, accuracy };
}

/** Draws the grade, with the copy that announces it. */
export function drawBreakGrade(list: DisplayList, ui: Ui, grade: BreakGrade, t: Millis): void {
  const { start, end, image, accuracy } = grade;
  const { x, middle } = piePosition(ui, accuracy);
  const position = { x: x - leftOfPie, y: middle };
  const since = t - start - appears;
  if (since < 0) return;
  const grown = outQuad(progressBetween(since, 0, copy.length));
  drawImage(list, ui, image, { ...position, scale: lerp(size, copy.size, grown), alpha: 1 - grown, additive: true });
  const shown = outQuad(progressBetween(since, 0, fadeIn));
  const gone = inQuad(progressBetween(t, end - vanishes.from, end - vanishes.to));
  drawImage(list, ui, image, { ...position, scale: size, alpha: shown * (1 - gone), still: true });
}
