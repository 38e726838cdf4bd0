import type { StoryboardSprite } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { DisplayList, ScreenPoint, ScreenRect, SpriteLook } from '../display-list/display-list.ts';
import type { Drawn } from '../pictures.ts';
import { fileAt } from './animation.ts';
import { alphaAt, livesAt, stateAt } from './sprite-state.ts';
import type { StoryboardInput } from './storyboard-input.ts';
import { type Frame, toScreen } from './storyboard-viewport.ts';
import { type Cue, type Cued, cuedAt } from './trigger-times.ts';

/** Sprites thinner than this have no pixel to be seen in, larger ones than that nothing but their middle. */
const sizesPx = { least: 0.1, most: 1_000_000 };

/** Draws a sprite if it is to be seen, and only as bright as the light on it. */
export function drawSprite(
  list: DisplayList,
  { input, frame }: { readonly input: StoryboardInput; readonly frame: Frame },
  { sprite, cues }: { readonly sprite: StoryboardSprite; readonly cues: readonly Cue[] },
  { t, light }: { readonly t: Millis; readonly light: number },
): void {
  const cued = cuedAt(cues, t);
  const alpha = alphaAt(sprite, cued, t);
  if (!(alpha > 0) || !livesAt(sprite, cued, t)) return;
  const picture = input.pictureOf(fileAt(sprite, t - birthOf(sprite, cued)));
  if (picture === null) return;
  const { x, y, scaleX, scaleY, mirroredX, mirroredY, rotation, tint, additive, still } = stateAt(sprite, cued, t);
  const { origin } = sprite;
  const look: Placed = {
    at: toScreen(frame, x, y),
    scale: scaleX * frame.unitPx,
    scaleY: scaleY * frame.unitPx,
    // Mirrored about the point at its position, the picture would change places; seen from the other side, it does not.
    origin: { x: mirroredX ? 1 - origin.x : origin.x, y: mirroredY ? 1 - origin.y : origin.y },
    rotation,
    alpha,
    tint: { r: tint.r * light, g: tint.g * light, b: tint.b * light },
    additive,
    still,
  };
  if (!isInSight(look, picture, frame.window)) return;
  const crop = sprite.layer === 'overlay' && frame.sides.length > 0 ? cropTo(look, picture, frame.window) : undefined;
  list.sprite(picture.image, crop ? { ...look, crop } : look);
}

interface Placed extends SpriteLook {
  readonly scaleY: number;
  readonly origin: ScreenPoint;
}

/** An animation begins with its sprite's first command, or with the trigger that brought it to life. */
function birthOf({ timeline: { lifetime } }: StoryboardSprite, cued: readonly Cued[]): Millis {
  return lifetime?.start ?? cued.reduce((latest, { since }) => Math.max(latest, since), Number.NEGATIVE_INFINITY);
}

/** Whether any of it can lie in the window; around a turned picture there is a circle that holds all of it. */
function isInSight(
  { at, scale, scaleY, origin, rotation }: Placed,
  { width, height }: Drawn,
  window: ScreenRect,
): boolean {
  const widthPx = Math.abs(scale) * width;
  const heightPx = Math.abs(scaleY) * height;
  if (Math.min(widthPx, heightPx) < sizesPx.least || Math.max(widthPx, heightPx) > sizesPx.most) return false;
  const reachX = Math.max(origin.x, 1 - origin.x) * widthPx;
  const reachY = Math.max(origin.y, 1 - origin.y) * heightPx;
  const around = rotation ? Math.sqrt(reachX * reachX + reachY * reachY) : 0;
  const x = Math.max(reachX, around);
  const y = Math.max(reachY, around);
  const { left, top } = window;
  return at.x + x > left && at.y + y > top && at.x - x < left + window.width && at.y - y < top + window.height;
}

/** The part of an upright picture that lies between the sides of the window; undefined when all of it does. */
function cropTo({ at, scale, origin, rotation }: Placed, { width }: Drawn, window: ScreenRect): ScreenRect | undefined {
  if (rotation) return undefined;
  const sizePx = scale * width;
  const edges = [window.left, window.left + window.width].map((edge) => (edge - at.x) / sizePx + origin.x);
  const left = Math.max(0, Math.min(...edges));
  const right = Math.min(1, Math.max(...edges));
  return left > 0 || right < 1 ? { left, top: 0, width: Math.max(0, right - left), height: 1 } : undefined;
}
