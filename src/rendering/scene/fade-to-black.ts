import type { Millis } from '../../game/units.ts';
import { progressBetween } from './animation/easing.ts';
import type { DisplayList } from './display-list/display-list.ts';
import type { Scene } from './scene.ts';

/** Real milliseconds for a fade to or from black. */
const fadeMs = 400;
/** At the end, image and sound fade at the same speed. */
const lastFadeMs = 1000;

/** Draws the fades: from black where a skipped intro starts, through black to the results, to black at the end. */
export function drawFadeToBlack(list: DisplayList, scene: Scene, t: Millis): void {
  const { viewport, play, span, hud, resultsAt } = scene;
  const rate = play.map.clockRate;
  const fade = fadeMs * rate;
  const opening = hud.opensAt > 0 ? 1 - progressBetween(t, hud.opensAt, hud.opensAt + fade) : 0;
  const toResults =
    resultsAt === null
      ? 0
      : t < resultsAt
        ? progressBetween(t, resultsAt - fade, resultsAt)
        : 1 - progressBetween(t, resultsAt, resultsAt + fade);
  const ending = progressBetween(t, endFadeStart(scene), span.end);
  list.fill(
    { left: 0, top: 0, width: viewport.widthPx, height: viewport.heightPx },
    { colour: { r: 0, g: 0, b: 0 }, alpha: Math.max(opening, toResults, ending) },
  );
}

/** When the fade at the end of the scene starts. */
export function endFadeStart({ span, play }: Scene): Millis {
  return span.end - lastFadeMs * play.map.clockRate;
}
