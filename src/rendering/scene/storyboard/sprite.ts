import type { Mods } from '../../../game/mods/index.ts';
import type { StoryboardSprite } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { DisplayList, ScreenPoint, ScreenRect, SpriteLook } from '../display-list/display-list.ts';
import type { SizedImage } from '../pictures.ts';
import { fileAt } from './animation.ts';
import { alphaAt, isAliveAt, stateAt } from './sprite-state.ts';
import type { StoryboardInput } from './storyboard-input.ts';
import { type StoryboardViewport, toScreen } from './storyboard-viewport.ts';
import { type FiredTrigger, firedTriggersAt, type TriggerTimes } from './trigger-times.ts';

/** Sprites thinner than `min` cover no pixel; of sprites larger than `max` only the middle would be visible. */
const drawableSizePx = { min: 0.1, max: 1_000_000 };

/** The parts of a storyboard that its sprites share. */
export interface SpriteContext {
  readonly input: StoryboardInput;
  readonly viewport: StoryboardViewport;
  /** The client whose rules decide between overlapping commands. */
  readonly rules: Mods['rules'];
}

/** Draws a sprite if it is visible, dimmed like the background. */
export function drawStoryboardSprite(
  list: DisplayList,
  { input, viewport, rules }: SpriteContext,
  { sprite, triggers }: { readonly sprite: StoryboardSprite; readonly triggers: readonly TriggerTimes[] },
  { t, brightness }: { readonly t: Millis; readonly brightness: number },
): void {
  const fired = firedTriggersAt(triggers, t);
  const alpha = alphaAt(sprite, fired, { t, rules });
  if (!(alpha > 0) || !isAliveAt(sprite, fired, t)) return;
  const image = input.pictureOf(fileAt(sprite, t - animationStart(sprite, fired)));
  if (image === null) return;
  const { x, y, scaleX, scaleY, mirroredX, mirroredY, rotation, tint, additive, still } = stateAt(sprite, fired, {
    t,
    rules,
  });
  const { origin } = sprite;
  const look: PlacedLook = {
    at: toScreen(viewport, x, y),
    scale: scaleX * viewport.unitPx,
    scaleY: scaleY * viewport.unitPx,
    // Mirroring around the origin would move the image: mirror the origin as well, so that it stays in place.
    origin: { x: mirroredX ? 1 - origin.x : origin.x, y: mirroredY ? 1 - origin.y : origin.y },
    rotation,
    alpha,
    tint: { r: tint.r * brightness, g: tint.g * brightness, b: tint.b * brightness },
    additive,
    still,
  };
  if (!isInWindow(look, image, viewport.window)) return;
  const crop =
    sprite.layer === 'overlay' && viewport.sides.length > 0 ? cropTo(look, image, viewport.window) : undefined;
  list.sprite(image.image, crop ? { ...look, crop } : look);
}

interface PlacedLook extends SpriteLook {
  readonly scaleY: number;
  readonly origin: ScreenPoint;
}

/** An animation starts with its sprite's first command, or when the latest trigger fired. */
function animationStart({ timeline: { lifetime } }: StoryboardSprite, fired: readonly FiredTrigger[]): Millis {
  return lifetime?.start ?? fired.reduce((latest, { firedAt }) => Math.max(latest, firedAt), Number.NEGATIVE_INFINITY);
}

/** Whether any part can lie in the window; a rotated image is tested by its enclosing circle. */
function isInWindow(
  { at, scale, scaleY, origin, rotation }: PlacedLook,
  { width, height }: SizedImage,
  window: ScreenRect,
): boolean {
  const widthPx = Math.abs(scale) * width;
  const heightPx = Math.abs(scaleY) * height;
  if (Math.min(widthPx, heightPx) < drawableSizePx.min || Math.max(widthPx, heightPx) > drawableSizePx.max)
    return false;
  const reachX = Math.max(origin.x, 1 - origin.x) * widthPx;
  const reachY = Math.max(origin.y, 1 - origin.y) * heightPx;
  const radius = rotation ? Math.sqrt(reachX * reachX + reachY * reachY) : 0;
  const x = Math.max(reachX, radius);
  const y = Math.max(reachY, radius);
  const { left, top } = window;
  return at.x + x > left && at.y + y > top && at.x - x < left + window.width && at.y - y < top + window.height;
}

/** The part of an unrotated image between the window's left and right edge; undefined if all of it is inside. */
function cropTo(
  { at, scale, origin, rotation }: PlacedLook,
  { width }: SizedImage,
  window: ScreenRect,
): ScreenRect | undefined {
  if (rotation) return undefined;
  const sizePx = scale * width;
  const edges = [window.left, window.left + window.width].map((edge) => (edge - at.x) / sizePx + origin.x);
  const left = Math.max(0, Math.min(...edges));
  const right = Math.min(1, Math.max(...edges));
  return left > 0 || right < 1 ? { left, top: 0, width: Math.max(0, right - left), height: 1 } : undefined;
}
