import type { Millis } from '../../game/units.ts';
import type { DisplayList } from './display-list.ts';
import { passed } from './easing.ts';
import type { Show } from './show.ts';

/** Real milliseconds in which the picture goes dark, or comes back. */
const fadeMs = 400;
/** As everything is over, the picture goes as slowly as the sound. */
const lastFadeMs = 1000;

/** Black over everything: where a song is entered in its middle, from the play to its results, and at the very end. */
export function drawCurtain(list: DisplayList, { stage, play, span, hud, resultsAt }: Show, t: Millis): void {
  const rate = play.map.clockRate;
  const fade = fadeMs * rate;
  const first = hud.starts > 0 ? 1 - passed(t, hud.starts, hud.starts + fade) : 0;
  const between =
    resultsAt === null
      ? 0
      : t < resultsAt
        ? passed(t, resultsAt - fade, resultsAt)
        : 1 - passed(t, resultsAt, resultsAt + fade);
  const last = passed(t, span.end - lastFadeMs * rate, span.end);
  list.fill(
    { left: 0, top: 0, width: stage.widthPx, height: stage.heightPx },
    { colour: { r: 0, g: 0, b: 0 }, alpha: Math.max(first, between, last) },
  );
}
