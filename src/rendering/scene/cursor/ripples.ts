import { lastAtOrBefore } from '../../../game/binary-search.ts';
import type { Millis } from '../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../animation/easing.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { Pictures, SizedElement } from '../pictures.ts';
import type { Viewport } from '../viewport.ts';
import { type ComboEffect, comboAlpha } from './combo-effect.ts';
import { type CursorPath, cursorAt } from './cursor-path.ts';

/** Rings that spread from the cursor's position at each key press. */
export interface Ripples {
  readonly path: CursorPath;
  readonly viewport: Viewport;
  readonly clockRate: number;
  readonly element: SizedElement | null;
  readonly presses: Float64Array;
  readonly comboEffect: ComboEffect;
}

const lifetimeMs = 700;
const size = { from: 0.1, to: 1 };
const maxAlpha = 0.6;

/** Finds the key presses of a replay. */
export function createRipples(cursor: {
  path: CursorPath;
  viewport: Viewport;
  clockRate: number;
  pictures: Pictures;
  comboEffect: ComboEffect;
  smokeKey: number;
}): Ripples {
  const { path, viewport, clockRate, pictures, comboEffect, smokeKey } = cursor;
  const element = pictures.element('cursor-ripple');
  return { path, viewport, clockRate, element, comboEffect, presses: pressesOf(path, smokeKey) };
}

/** Draws the rings of recent key presses. */
export function drawRipples(list: DisplayList, ripples: Ripples, t: Millis): void {
  const { path, viewport, clockRate, element, presses, comboEffect } = ripples;
  if (element === null) return;
  const lifetime = lifetimeMs * clockRate;
  for (let i = lastAtOrBefore(presses, t - lifetime) + 1; i < presses.length && presses[i]! <= t; i++) {
    const pressed = presses[i]!;
    const position = cursorAt(path, pressed);
    if (position === null) continue;
    const progress = progressBetween(t, pressed, pressed + lifetime);
    list.sprite(element.frames[0].image, {
      at: viewport.toScreen(position),
      scale: viewport.uiPx * lerp(size.from, size.to, outQuad(progress)),
      alpha: maxAlpha * (1 - progress) * comboAlpha(comboEffect, t),
      additive: true,
    });
  }
}

/** The times at which any key goes down. */
function pressesOf({ times, keys }: CursorPath, smokeKey: number): Float64Array {
  const presses: Millis[] = [];
  for (let i = 0; i < times.length; i++) {
    const before = i === 0 ? 0 : keys[i - 1]!;
    if ((keys[i]! & ~before & ~smokeKey) !== 0) presses.push(times[i]!);
  }
  return Float64Array.from(presses);
}
