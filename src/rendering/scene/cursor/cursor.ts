import type { SkinIni } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';
import { outQuad } from '../animation/easing.ts';
import { rainbow } from '../animation/rainbow.ts';
import { createTween, type Tween, type TweenMove, tweenAt } from '../animation/tween.ts';
import type { DisplayList, ScreenPoint, Sprites } from '../display-list/display-list.ts';
import { type Camera, drawGliding } from '../display-list/motion-blur.ts';
import { type DrawnElement, frameOf } from '../pictures.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { type ComboLook, comboAlpha, comboGrowth, createComboLook } from './combo-look.ts';
import { type CursorPath, cursorAt, cursorPath } from './cursor-path.ts';
import { distancesOf } from './distances.ts';
import { createRipples, drawRipples, type Ripples } from './ripples.ts';
import { createSmoke, type Smoke } from './smoke.ts';
import { createTrail, drawTrail, type Trail } from './trail.ts';

export interface Cursor {
  readonly way: CursorPath;
  readonly viewport: Viewport;
  readonly camera: Camera;
  readonly ini: SkinIni;
  readonly clockRate: number;
  /** Screen pixels to a pixel of the skin's pictures. */
  readonly px: number;
  readonly art: DrawnElement | null;
  readonly middle: DrawnElement | null;
  /** How large it is while keys are held and let go. */
  readonly size: Tween;
  /** Real milliseconds once around the rainbow; null: as the skin has it. */
  readonly rainbowMs: number | null;
  readonly trail: Trail | null;
  readonly ripples: Ripples | null;
  readonly smoke: Smoke | null;
  readonly comboLook: ComboLook;
}

const pressedSize = 1.3;
const pressMs = 100;
const turnMs = 10_000;
const smokeKey = 16;
const rainbowMs = 3000;

export function createCursor(input: SceneInput): Cursor {
  const { play, replay, viewport, pictures, skinIni, options, exposure = 0 } = input;
  const { clockRate, cs } = play.map;
  const px = viewport.uiPx * options.cursorSize * (options.cursorScaledToCircles ? scaleOf(cs) : 1);
  const colours = options.cursorRainbow ? rainbowMs : null;
  const camera = { viewport, exposure };
  const way = cursorPath(replay, play.map);
  const middle = pictures.element('cursormiddle');
  const size = createTween(1, skinIni.cursorExpand ? presses(way) : [], {
    duration: () => pressMs * clockRate,
    ease: outQuad,
  });
  const distances = distancesOf(way);
  const comboLook = createComboLook(input);
  const trailArt = options.cursorTrail ? pictures.element('cursortrail') : null;
  const smokeArt = pictures.element('cursor-smoke');
  return {
    way,
    viewport,
    camera,
    comboLook,
    ini: skinIni,
    clockRate,
    px,
    art: pictures.element('cursor'),
    middle,
    size,
    rainbowMs: colours,
    trail:
      trailArt &&
      createTrail({
        ...{
          distances,
          clockRate,
          viewport,
          camera,
          size,
          comboLook,
          art: trailArt,
          rainbowMs: colours,
          glows: options.trailGlow,
        },
        long: options.trailLong || middle !== null,
        px: px * options.trailScale,
        density: options.trailDensity,
      }),
    ripples: options.cursorRipples ? createRipples({ way, clockRate, viewport, pictures, comboLook, smokeKey }) : null,
    smoke: smokeArt && createSmoke({ distances, art: smokeArt, clockRate, viewport, key: smokeKey }),
  };
}

export function drawCursor(list: DisplayList, cursor: Cursor, t: Millis): void {
  const { way, viewport, camera, trail, ripples } = cursor;
  if (way.times.length === 0) return;
  if (ripples) drawRipples(list, ripples, t);
  if (trail) drawTrail(list, trail, t);
  const placeAt = (time: Millis) => {
    const place = cursorAt(way, time);
    return place && viewport.toScreen(place);
  };
  drawGliding(list, camera, { t, placeAt }, (sprites, at) => drawCursorAt(sprites, cursor, { at, t }));
}

function drawCursorAt(list: Sprites, cursor: Cursor, { at, t }: { at: ScreenPoint; t: Millis }): void {
  const { ini, art, middle, size, clockRate, comboLook } = cursor;
  const px = cursor.px * comboGrowth(comboLook, t);
  const alpha = comboLook.alpha ? comboAlpha(comboLook, t) : undefined;
  const realMs = t / clockRate;
  const tint = cursor.rainbowMs === null ? undefined : rainbow(realMs / cursor.rainbowMs);
  const origin = ini.cursorCentre ? undefined : { x: 0, y: 0 };
  if (art) {
    list.sprite(frameOf(art, realMs).image, {
      at,
      origin,
      scale: px * tweenAt(size, t),
      rotation: ini.cursorRotate ? ((realMs % turnMs) / turnMs) * 2 * Math.PI : undefined,
      alpha,
      tint,
    });
  }
  if (middle) list.sprite(middle.frames[0].image, { at, origin, scale: px, alpha, tint });
}

/** As large as it is where circles have the size 4, and smaller with smaller circles: lazer's formula. */
function scaleOf(circleSize: number): number {
  return Math.max(0.1, 1 - (0.7 * (1 + circleSize - 5)) / 5);
}

/** The cursor swells while any button is down. */
function presses({ times, keys }: CursorPath): TweenMove[] {
  const moves: TweenMove[] = [];
  let down = false;
  for (let i = 0; i < times.length; i++) {
    const now = (keys[i]! & ~smokeKey) !== 0;
    if (now !== down) moves.push({ time: times[i]!, to: now ? pressedSize : 1 });
    down = now;
  }
  if (down) moves.push({ time: times.at(-1)!, to: 1 });
  return moves;
}
