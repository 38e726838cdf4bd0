import { lastObjectEnd } from '../../../../game/beatmap/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { type AccuracyCounter, accuracyPosition } from '../counters/accuracy-counter.ts';
import { drawImage, type Ui } from '../ui.ts';

/** The progress of the map, as a pie next to the accuracy. */
export interface ProgressPie {
  readonly opensAt: Millis;
  readonly firstObject: Millis;
  readonly lastObject: Millis;
  readonly ring: SizedImage | null;
  readonly accuracy: AccuracyCounter;
}

const radius = 16;
const leftOfAccuracy = 38.4;
const white = { r: 255, g: 255, b: 255 };
const waitingColour = { r: 199, g: 255, b: 47 };

/** Prepares the progress pie. */
export function createProgressPie(
  { play, pictures }: SceneInput,
  opensAt: Millis,
  accuracy: AccuracyCounter,
): ProgressPie {
  return {
    opensAt,
    firstObject: play.map.objects[0]?.startTime ?? 0,
    lastObject: lastObjectEnd(play.map.objects),
    ring: pictures.image('circularmetre'),
    accuracy,
  };
}

/** Draws the progress pie. */
export function drawProgressPie(list: DisplayList, ui: Ui, progress: ProgressPie, t: Millis): void {
  const { opensAt, firstObject, lastObject, ring, accuracy } = progress;
  const { x, middle } = piePosition(ui, accuracy);
  const at = ui.viewport.ui(x, middle);
  const radiusPx = radius * ui.viewport.uiPx;
  if (t < firstObject) {
    // The pie shrinks until the first object must be hit.
    list.pie(
      { at, radiusPx, sweep: progressBetween(t, opensAt, firstObject) - 1 },
      { colour: waitingColour, alpha: 0.6 },
    );
  } else {
    list.pie({ at, radiusPx, sweep: progressBetween(t, firstObject, lastObject) }, { colour: white, alpha: 0.6 });
  }
  if (ring) drawImage(list, ui, ring, { x, y: middle, still: true });
}

/** The centre of the pie: beside the usual accuracy, so that it stays where it is. */
export function piePosition({ viewport }: Ui, accuracy: AccuracyCounter): { x: number; middle: number } {
  const { middle, fromRight } = accuracyPosition(accuracy);
  return { x: viewport.uiWidth - fromRight - leftOfAccuracy, middle };
}
