import { visibleBreaks } from '../../../game/beatmap/index.ts';
import { outQuad } from '../animation/easing.ts';
import { createTween, type Tween } from '../animation/tween.ts';
import type { SceneInput } from '../scene-input.ts';

/** The duration of a slide in or out, in real milliseconds. */
export const slideMs = 500;

/** 1 during play, 0 in breaks: the health bar and the combo slide by it. */
export function createPresence({ play }: SceneInput): Tween {
  const slide = slideMs * play.map.clockRate;
  const moves = visibleBreaks(play.map.beatmap).flatMap(({ start, end }) => [
    { time: start, to: 0 },
    { time: Math.max(start, end - slide), to: 1 },
  ]);
  return createTween(1, moves, { duration: () => slide, ease: outQuad });
}
