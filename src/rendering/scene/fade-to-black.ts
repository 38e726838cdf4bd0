import type { Millis } from '../../game/units.ts';
import { progressBetween } from './animation/easing.ts';
import type { DisplayList } from './display-list/display-list.ts';
import type { Scene } from './scene.ts';

/** Real milliseconds for a fade to or from black. */
const fadeMs = 400;
/** At the end, image and sound fade at the same speed. */
const lastFadeMs = 1000;

/** Draws the fades: from black where a skipped intro starts, through black to the results, to black at the end. */
export function drawFadeToBlack(list: DisplayList, { viewport, play, span, hud, resultsAt }: Scene, t: Millis): void {
  const rate = play.map.clockRate;
  const fade = fadeMs * rate;
  const opening = hud.opensAt > 0 ? 1 - progressBetween(t, hud.opensAt, hud.opensAt + fade) : 0;
  const toResults =
    resultsAt === null
      ? 0
      : t < resultsAt
        ? progressBetween(t, resultsAt - fade, resultsAt)
        : 1 - progressBetween(t, resultsAt, resultsAt + fade);
  const ending = progressBetween(t, span.end - lastFadeMs * rate, span.end);
  list.fill(
    { left: 0, top: 0, width: viewport.widthPx, height: viewport.heightPx },
    { colour: { r: 0, g: 0, b: 0 }, alpha: Math.max(opening, toResults, ending) },
  );
}
