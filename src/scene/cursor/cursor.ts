import type { SkinIni } from '../../osu/skin/index.ts';
import type { Millis } from '../../osu/units.ts';
import type { DisplayList, Sprites } from '../display-list.ts';
import { outQuad } from '../easing.ts';
import { createGlide, type Glide, type GlideMove, glideAt } from '../glide.ts';
import { type Camera, drawMoving } from '../motion.ts';
import { type DrawnElement, frameOf } from '../pictures.ts';
import type { ShowInput } from '../show.ts';
import type { Stage } from '../stage.ts';
import { distancesOf } from './distances.ts';
import { createSmoke, type Smoke } from './smoke.ts';
import { createTrail, drawTrail, type Trail } from './trail.ts';
import { type CursorWay, cursorAt, wayOf } from './way.ts';

export interface Cursor {
  readonly way: CursorWay;
  readonly stage: Stage;
  readonly camera: Camera;
  readonly ini: SkinIni;
  readonly clockRate: number;
  /** Screen pixels to a pixel of the skin's pictures. */
  readonly px: number;
  readonly art: DrawnElement | null;
  readonly middle: DrawnElement | null;
  /** How large it is while keys are held and let go. */
  readonly size: Glide;
  readonly trail: Trail | null;
  readonly smoke: Smoke | null;
}

const pressedSize = 1.3;
const pressMs = 100;
const turnMs = 10_000;
const smokeKey = 16;

export function createCursor({ play, replay, stage, pictures, skinIni, options, exposure = 0 }: ShowInput): Cursor {
  const { clockRate } = play.map;
  const px = stage.uiPx * options.cursorSize;
  const camera = { stage, exposure };
  const way = wayOf(replay, play.map);
  const middle = pictures.element('cursormiddle');
  const size = createGlide(1, skinIni.cursorExpand ? presses(way) : [], {
    duration: () => pressMs * clockRate,
    ease: outQuad,
  });
  const distances = distancesOf(way);
  const trailArt = pictures.element('cursortrail');
  const smokeArt = pictures.element('cursor-smoke');
  return {
    way,
    stage,
    camera,
    ini: skinIni,
    clockRate,
    px,
    art: pictures.element('cursor'),
    middle,
    size,
    trail:
      trailArt &&
      createTrail({ ...{ distances, clockRate, stage, camera, px, size }, art: trailArt, long: middle !== null }),
    smoke: smokeArt && createSmoke({ distances, art: smokeArt, clockRate, stage, key: smokeKey }),
  };
}

export function drawCursor(list: DisplayList, cursor: Cursor, t: Millis): void {
  const { way, camera, art, middle, trail } = cursor;
  if (way.times.length === 0) return;
  if (trail) drawTrail(list, trail, t);
  const reach = Math.max(...[art, middle].map((picture) => (picture?.frames[0].width ?? 0) / 2));
  drawMoving(list, camera, { t, reach }, (sprites, time) => drawCursorAt(sprites, cursor, time));
}

function drawCursorAt(list: Sprites, cursor: Cursor, t: Millis): void {
  const { way, stage, px, ini, art, middle, size, clockRate } = cursor;
  const place = cursorAt(way, t);
  if (place === null) return;
  const at = stage.toScreen(place);
  const realMs = t / clockRate;
  const origin = ini.cursorCentre ? undefined : { x: 0, y: 0 };
  if (art) {
    list.sprite(frameOf(art, realMs).image, {
      at,
      origin,
      scale: px * glideAt(size, t),
      rotation: ini.cursorRotate ? ((realMs % turnMs) / turnMs) * 2 * Math.PI : undefined,
    });
  }
  if (middle) list.sprite(middle.frames[0].image, { at, origin, scale: px });
}

/** The cursor swells while any button is down. */
function presses({ times, keys }: CursorWay): GlideMove[] {
  const moves: GlideMove[] = [];
  let down = false;
  for (let i = 0; i < times.length; i++) {
    const now = (keys[i]! & ~smokeKey) !== 0;
    if (now !== down) moves.push({ time: times[i]!, to: now ? pressedSize : 1 });
    down = now;
  }
  if (down) moves.push({ time: times.at(-1)!, to: 1 });
  return moves;
}
