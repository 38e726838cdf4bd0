import type { Break } from '../../../../game/beatmap/index.ts';
import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import type { Millis } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { formatAccuracy } from '../counters/accuracy-counter.ts';
import { drawBox, drawImage, drawLabel, type Ui } from '../ui.ts';
import { standingAt } from './standing.ts';

/** The remaining time and the results so far, as lazer shows them in a break. */
export interface BreakInfo extends Break {
  readonly nextObject: Millis;
  readonly grade: SizedImage | null;
  readonly accuracy: string;
}

const minRealMs = 3000;
const fadeMs = 400;
const white = { r: 255, g: 255, b: 255 };
const layout = { y: 604, barWidth: 320, barHeight: 6 };

/** Collects the information for a break; null in a short one, and before the first judgement. */
export function createBreakInfo(input: SceneInput, period: Break): BreakInfo | null {
  const { play, mods, pictures } = input;
  const standing = standingAt(input, period.start);
  if (standing === null || (period.end - period.start) / play.map.clockRate < minRealMs) return null;
  const starts = Float64Array.from(play.map.objects, ({ startTime }) => startTime);
  return {
    ...period,
    nextObject: starts[lastAtOrBefore(starts, period.end - 1) + 1] ?? period.end,
    grade: pictures.image(`ranking-${standing.grade}-small`),
    accuracy: formatAccuracy(standing.accuracy, mods.rules),
  };
}

/** Draws the remaining seconds, a line that shrinks from both ends, and the grade and accuracy so far. */
export function drawBreakInfo(list: DisplayList, ui: Ui, info: BreakInfo, t: Millis): void {
  const { start, end, nextObject, grade, accuracy } = info;
  const fade = fadeMs * ui.clockRate;
  const alpha = Math.min(progressBetween(t, start, start + fade), 1 - progressBetween(t, end - fade, end));
  if (alpha === 0) return;
  const middle = ui.viewport.uiWidth / 2;
  const seconds = Math.ceil((nextObject - t) / ui.clockRate / 1000);
  drawLabel(list, ui, String(seconds), { x: middle, y: layout.y - 14, size: 40, align: 'centre', alpha });
  const width = layout.barWidth * (1 - progressBetween(t, start, end));
  const bar = { x: middle - width / 2, y: layout.y, width, height: layout.barHeight };
  drawBox(list, ui, bar, { colour: white, alpha: alpha * 0.85 });
  const below = layout.y + 46;
  drawLabel(list, ui, accuracy, { x: middle - 6, y: below, size: 24, align: 'right', alpha });
  if (grade) drawImage(list, ui, grade, { x: middle + 34, y: below - 9, alpha, still: true });
}
