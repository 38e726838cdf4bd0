import type { Millis } from '../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../animation/easing.ts';
import { lastAtOrBefore } from '../animation/tween.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { DrawnElement, Pictures } from '../pictures.ts';
import type { Viewport } from '../viewport.ts';
import { type ComboLook, comboAlpha } from './combo-look.ts';
import { type CursorPath, cursorAt } from './cursor-path.ts';

/** Rings that run from where the cursor was whenever a key went down. */
export interface Ripples {
  readonly way: CursorPath;
  readonly viewport: Viewport;
  readonly clockRate: number;
  readonly art: DrawnElement | null;
  readonly presses: Float64Array;
  readonly comboLook: ComboLook;
}

const lifeMs = 700;
const size = { from: 0.1, to: 1 };
const brightest = 0.6;

export function createRipples(cursor: {
  way: CursorPath;
  viewport: Viewport;
  clockRate: number;
  pictures: Pictures;
  comboLook: ComboLook;
  smokeKey: number;
}): Ripples {
  const { way, viewport, clockRate, pictures, comboLook, smokeKey } = cursor;
  const art = pictures.element('cursor-ripple');
  return { way, viewport, clockRate, art, comboLook, presses: pressesOf(way, smokeKey) };
}

export function drawRipples(list: DisplayList, ripples: Ripples, t: Millis): void {
  const { way, viewport, clockRate, art, presses, comboLook } = ripples;
  if (art === null) return;
  const life = lifeMs * clockRate;
  for (let i = lastAtOrBefore(presses, t - life) + 1; i < presses.length && presses[i]! <= t; i++) {
    const pressed = presses[i]!;
    const place = cursorAt(way, pressed);
    if (place === null) continue;
    const gone = progressBetween(t, pressed, pressed + life);
    list.sprite(art.frames[0].image, {
      at: viewport.toScreen(place),
      scale: viewport.uiPx * lerp(size.from, size.to, outQuad(gone)),
      alpha: brightest * (1 - gone) * comboAlpha(comboLook, t),
      additive: true,
    });
  }
}

/** Every time a key goes down that was up, whatever the others do. */
function pressesOf({ times, keys }: CursorPath, smokeKey: number): Float64Array {
  const presses: Millis[] = [];
  for (let i = 0; i < times.length; i++) {
    const before = i === 0 ? 0 : keys[i - 1]!;
    if ((keys[i]! & ~before & ~smokeKey) !== 0) presses.push(times[i]!);
  }
  return Float64Array.from(presses);
}
