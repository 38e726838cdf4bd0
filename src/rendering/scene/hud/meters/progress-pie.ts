import type { Millis } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { Drawn } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { type AccuracyCounter, accuracyPlace } from '../counters/accuracy-counter.ts';
import { drawPicture, type Ui } from '../ui.ts';

/** How much of the map is over, as a pie beside the accuracy. */
export interface Progress {
  readonly starts: Millis;
  readonly firstObject: Millis;
  readonly lastObject: Millis;
  readonly ring: Drawn | null;
  readonly beside: AccuracyCounter;
}

const radius = 16;
const leftOfAccuracy = 38;
const white = { r: 255, g: 255, b: 255 };
const waiting = { r: 199, g: 255, b: 47 };

export function createProgress({ play, pictures }: SceneInput, starts: Millis, beside: AccuracyCounter): Progress {
  const { objects } = play.map;
  return {
    starts,
    firstObject: objects[0]?.startTime ?? 0,
    lastObject: objects.reduce((latest, { endTime }) => Math.max(latest, endTime), 0),
    ring: pictures.element('circularmetre')?.frames[0] ?? null,
    beside,
  };
}

export function drawProgress(list: DisplayList, ui: Ui, progress: Progress, t: Millis): void {
  const { starts, firstObject, lastObject, ring, beside } = progress;
  const { middle, fromRight } = accuracyPlace(beside, t);
  const x = ui.viewport.uiWidth - fromRight - leftOfAccuracy;
  const at = ui.viewport.ui(x, middle);
  const radiusPx = radius * ui.viewport.uiPx;
  if (t < firstObject) {
    // What is left of the wait, so that it is gone when the first object has to be hit.
    list.pie({ at, radiusPx, sweep: progressBetween(t, starts, firstObject) - 1 }, { colour: waiting, alpha: 0.6 });
  } else {
    list.pie({ at, radiusPx, sweep: progressBetween(t, firstObject, lastObject) }, { colour: white, alpha: 0.6 });
  }
  if (ring) drawPicture(list, ui, ring, { x, y: middle, still: true });
}
