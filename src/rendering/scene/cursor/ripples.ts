import type { Millis } from '../../../game/units.ts';
import type { DisplayList } from '../display-list.ts';
import { lerp, outQuad, passed } from '../easing.ts';
import { lastAtOrBefore } from '../glide.ts';
import type { DrawnElement, Pictures } from '../pictures.ts';
import type { Stage } from '../stage.ts';
import { type ComboLook, comboAlpha } from './combo-look.ts';
import { type CursorWay, cursorAt } from './way.ts';

/** Rings that run from where the cursor was whenever a key went down. */
export interface Ripples {
  readonly way: CursorWay;
  readonly stage: Stage;
  readonly clockRate: number;
  readonly art: DrawnElement | null;
  readonly presses: Float64Array;
  readonly comboLook: ComboLook;
}

const lifeMs = 700;
const size = { from: 0.1, to: 1 };
const brightest = 0.6;

export function createRipples(cursor: {
  way: CursorWay;
  stage: Stage;
  clockRate: number;
  pictures: Pictures;
  comboLook: ComboLook;
  smokeKey: number;
}): Ripples {
  const { way, stage, clockRate, pictures, comboLook, smokeKey } = cursor;
  const art = pictures.element('cursor-ripple');
  return { way, stage, clockRate, art, comboLook, presses: pressesOf(way, smokeKey) };
}

export function drawRipples(list: DisplayList, ripples: Ripples, t: Millis): void {
  const { way, stage, clockRate, art, presses, comboLook } = ripples;
  if (art === null) return;
  const life = lifeMs * clockRate;
  for (let i = lastAtOrBefore(presses, t - life) + 1; i < presses.length && presses[i]! <= t; i++) {
    const pressed = presses[i]!;
    const place = cursorAt(way, pressed);
    if (place === null) continue;
    const gone = passed(t, pressed, pressed + life);
    list.sprite(art.frames[0].image, {
      at: stage.toScreen(place),
      scale: stage.uiPx * lerp(size.from, size.to, outQuad(gone)),
      alpha: brightest * (1 - gone) * comboAlpha(comboLook, t),
      additive: true,
    });
  }
}

/** Every time a key goes down that was up, whatever the others do. */
function pressesOf({ times, keys }: CursorWay, smokeKey: number): Float64Array {
  const presses: Millis[] = [];
  for (let i = 0; i < times.length; i++) {
    const before = i === 0 ? 0 : keys[i - 1]!;
    if ((keys[i]! & ~before & ~smokeKey) !== 0) presses.push(times[i]!);
  }
  return Float64Array.from(presses);
}
