import type { Millis } from '../../game/units.ts';
import { progressBetween } from './animation/easing.ts';
import type { DisplayList } from './display-list/display-list.ts';
import type { Scene } from './scene.ts';

/** Real milliseconds in which the picture goes dark, or comes back. */
const fadeMs = 400;
/** As everything is over, the picture goes as slowly as the sound. */
const lastFadeMs = 1000;

/** Black over everything: where a song is entered in its middle, from the play to its results, and at the very end. */
export function drawFadeToBlack(list: DisplayList, { viewport, play, span, hud, resultsAt }: Scene, t: Millis): void {
  const rate = play.map.clockRate;
  const fade = fadeMs * rate;
  const first = hud.starts > 0 ? 1 - progressBetween(t, hud.starts, hud.starts + fade) : 0;
  const between =
    resultsAt === null
      ? 0
      : t < resultsAt
        ? progressBetween(t, resultsAt - fade, resultsAt)
        : 1 - progressBetween(t, resultsAt, resultsAt + fade);
  const last = progressBetween(t, span.end - lastFadeMs * rate, span.end);
  list.fill(
    { left: 0, top: 0, width: viewport.widthPx, height: viewport.heightPx },
    { colour: { r: 0, g: 0, b: 0 }, alpha: Math.max(first, between, last) },
  );
}
