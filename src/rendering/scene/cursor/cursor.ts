import type { SkinIni } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';
import { outQuad } from '../animation/easing.ts';
import { rainbow } from '../animation/rainbow.ts';
import { createTween, type Tween, type TweenMove, tweenAt } from '../animation/tween.ts';
import { type BarrelRoll, createBarrelRoll, rollAngle } from '../barrel-roll.ts';
import type { DisplayList, ScreenPoint, Sprites } from '../display-list/display-list.ts';
import { drawMovingSprites, type MotionBlur } from '../display-list/motion-blur.ts';
import { animationFrame, type SizedElement } from '../pictures.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { type ComboEffect, comboAlpha, comboGrowth, createComboEffect } from './combo-effect.ts';
import { type CursorPath, createCursorPath, cursorAt } from './cursor-path.ts';
import { distancesOf } from './distances.ts';
import { createRipples, drawRipples, type Ripples } from './ripples.ts';
import { createSmoke, type Smoke } from './smoke.ts';
import { createTrail, drawTrail, rotationAt, type Trail } from './trail.ts';

/** The cursor with its trail, ripples and smoke. */
export interface Cursor {
  readonly path: CursorPath;
  readonly viewport: Viewport;
  readonly motionBlur: MotionBlur;
  readonly ini: SkinIni;
  readonly clockRate: number;
  /** Screen pixels per skin pixel. */
  readonly scalePx: number;
  readonly element: SizedElement | null;
  readonly middle: SizedElement | null;
  /** The scale over time: the cursor grows while keys are held. */
  readonly size: Tween;
  /** Real milliseconds for one turn around the colour wheel; null for the skin's colours. */
  readonly rainbowMs: number | null;
  readonly trail: Trail | null;
  readonly ripples: Ripples | null;
  readonly smoke: Smoke | null;
  readonly comboEffect: ComboEffect;
  /** The cursor stays upright while the playfield rotates. */
  readonly barrelRoll: BarrelRoll | null;
}

const pressedSize = 1.3;
const pressMs = 100;
const rotationMs = 10_000;
const smokeKey = 16;
const rainbowMs = 3000;

/** Computes what the cursor needs in every frame. */
export function createCursor(input: SceneInput): Cursor {
  const { play, replay, mods, viewport, pictures, skinIni, options, exposure = 0 } = input;
  const { clockRate, cs } = play.map;
  const scalePx = viewport.uiPx * options.cursorSize * (options.cursorScaledToCircles ? circleSizeScale(cs) : 1);
  const rainbowPeriod = options.cursorRainbow ? rainbowMs : null;
  const motionBlur = { viewport, exposure };
  const path = createCursorPath(replay, play.map);
  const middle = pictures.element('cursormiddle');
  const size = createTween(1, skinIni.cursorExpand ? pressMoves(path) : [], {
    duration: () => pressMs * clockRate,
    ease: outQuad,
  });
  const distances = distancesOf(path);
  const comboEffect = createComboEffect(input);
  const trailElement = options.cursorTrail ? pictures.element('cursortrail') : null;
  const smokeElement = pictures.element('cursor-smoke');
  return {
    path,
    viewport,
    motionBlur,
    comboEffect,
    barrelRoll: createBarrelRoll(mods, viewport),
    ini: skinIni,
    clockRate,
    scalePx,
    element: pictures.element('cursor'),
    middle,
    size,
    rainbowMs: rainbowPeriod,
    trail:
      trailElement &&
      createTrail({
        distances,
        clockRate,
        viewport,
        motionBlur,
        size,
        comboEffect,
        element: trailElement,
        rainbowMs: rainbowPeriod,
        rotationMs: skinIni.cursorRotate && skinIni.cursorTrailRotate ? rotationMs : null,
        hasGlow: options.trailGlow,
        isLong: options.trailLong || middle !== null,
        scalePx: scalePx * options.trailScale,
        density: options.trailDensity,
      }),
    ripples: options.cursorRipples
      ? createRipples({ path, clockRate, viewport, pictures, comboEffect, smokeKey })
      : null,
    smoke: smokeElement && createSmoke({ distances, element: smokeElement, clockRate, viewport, key: smokeKey }),
  };
}

/** Draws the cursor above its trail and ripples. */
export function drawCursor(list: DisplayList, cursor: Cursor, t: Millis): void {
  const { path, viewport, motionBlur, trail, ripples } = cursor;
  if (path.times.length === 0) return;
  if (ripples) drawRipples(list, ripples, t);
  if (trail) drawTrail(list, trail, t);
  const positionAt = (time: Millis) => {
    const position = cursorAt(path, time);
    return position && viewport.toScreen(position);
  };
  drawMovingSprites(list, motionBlur, { t, positionAt }, (sprites, at) => drawCursorAt(sprites, cursor, { at, t }));
}

function drawCursorAt(list: Sprites, cursor: Cursor, { at, t }: { at: ScreenPoint; t: Millis }): void {
  const { ini, element, middle, size, clockRate, comboEffect, barrelRoll } = cursor;
  const upright = barrelRoll === null ? undefined : -rollAngle(barrelRoll, t);
  const growth = comboGrowth(comboEffect, t);
  const scalePx = cursor.scalePx * growth;
  const alpha = comboEffect.alpha ? comboAlpha(comboEffect, t) : undefined;
  const realMs = t / clockRate;
  const tint = cursor.rainbowMs === null ? undefined : rainbow(realMs / cursor.rainbowMs);
  const origin = ini.cursorCentre ? undefined : { x: 0, y: 0 };
  if (element) {
    const pressed = tweenAt(size, t);
    list.sprite(animationFrame(element, realMs).image, {
      at,
      origin,
      scale: scalePx * pressed,
      steady: growth === 1 && (pressed === 1 || pressed === pressedSize),
      rotation: ini.cursorRotate ? rotationAt(realMs, rotationMs) + (upright ?? 0) : upright,
      alpha,
      tint,
    });
  }
  if (middle)
    list.sprite(middle.frames[0].image, {
      at,
      origin,
      rotation: upright,
      scale: scalePx,
      steady: growth === 1,
      alpha,
      tint,
    });
}

/** Lazer's formula: normal size at circle size 4, smaller with smaller circles. */
function circleSizeScale(circleSize: number): number {
  return Math.max(0.1, 1 - (0.7 * (1 + circleSize - 5)) / 5);
}

/** Each press makes the cursor grow anew, also while the other key is held; it shrinks when both are released. */
function pressMoves({ times, keys }: CursorPath): TweenMove[] {
  const moves: TweenMove[] = [];
  let held = 0;
  for (let i = 0; i < times.length; i++) {
    const now = buttonsOf(keys[i]!);
    const time = times[i]!;
    if ((now & ~held) !== 0) moves.push({ time, to: 1, takes: 0 }, { time, to: pressedSize });
    else if (now === 0 && held !== 0) moves.push({ time, to: 1 });
    held = now;
  }
  if (held !== 0) moves.push({ time: times.at(-1)!, to: 1 });
  return moves;
}

/** The two buttons as bits: a key of the keyboard is the same button as a key of the mouse. */
function buttonsOf(keys: number): number {
  return (keys | (keys >> 2)) & 3;
}
