import {
  type ActiveCommand,
  activeCommandAt,
  commandValueAt,
  isSwitchOnAt,
  type Property,
  type StoryboardSprite,
  settledAt,
} from '../../../game/storyboard/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';
import type { Cued } from './trigger-times.ts';

/** What its commands have made of a sprite, in storyboard units. */
export interface SpriteState {
  readonly x: number;
  readonly y: number;
  /** Negative mirrors. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** Whether its picture is mirrored where it stands, and not about its origin (rule SB12). */
  readonly mirroredX: boolean;
  readonly mirroredY: boolean;
  readonly rotation: number;
  readonly tint: Rgb;
  readonly additive: boolean;
  /** It neither moves nor grows, and has not just begun to stand still, nor is it about to end. */
  readonly still: boolean;
}

/** Standing still for less than this does not count. */
const moment = 250;

/** 0 to 1: what is below 0 is not seen, and what is above 1 begins anew, which storyboards flicker with (rule SB9). */
export function alphaAt(sprite: StoryboardSprite, cued: readonly Cued[], t: Millis): number {
  const alpha = read(sprite, cued, 'alpha', t).value ?? 1;
  return alpha > 1 ? alpha % 1 : Math.max(alpha, 0);
}

/** Whether a sprite lives at a time, by its own commands or by those of a trigger. */
export function livesAt({ timeline: { lifetime } }: StoryboardSprite, cued: readonly Cued[], t: Millis): boolean {
  return (
    (lifetime !== null && t >= lifetime.start && t < lifetime.end) ||
    cued.some(({ trigger, since }) => t < since + trigger.duration)
  );
}

export function stateAt(sprite: StoryboardSprite, cued: readonly Cued[], t: Millis): SpriteState {
  const x = read(sprite, cued, 'x', t);
  const y = read(sprite, cued, 'y', t);
  const scale = read(sprite, cued, 'scale', t);
  const across = read(sprite, cued, 'scaleX', t);
  const down = read(sprite, cued, 'scaleY', t);
  const flipX = isSwitchedOn(sprite, cued, 'flipX', t);
  const flipY = isSwitchedOn(sprite, cued, 'flipY', t);
  const vectorX = across.value ?? 1;
  const vectorY = down.value ?? 1;
  const scaled = scale.value ?? 1;
  return {
    x: x.value ?? sprite.x,
    y: y.value ?? sprite.y,
    scaleX: scaled * vectorX * (flipX ? -1 : 1),
    scaleY: scaled * vectorY * (flipY ? -1 : 1),
    mirroredX: flipX !== vectorX < 0,
    mirroredY: flipY !== vectorY < 0,
    rotation: read(sprite, cued, 'rotation', t).value ?? 0,
    tint: {
      r: shadeOf(read(sprite, cued, 'red', t).value),
      g: shadeOf(read(sprite, cued, 'green', t).value),
      b: shadeOf(read(sprite, cued, 'blue', t).value),
    },
    additive: isSwitchedOn(sprite, cued, 'additive', t),
    still: x.still && y.still && scale.still && across.still && down.still,
  };
}

interface Reading {
  /** Null: nothing changes the property. */
  readonly value: number | null;
  readonly still: boolean;
}

const unchanged: Reading = { value: null, still: true };

function read(sprite: StoryboardSprite, cued: readonly Cued[], property: Property, t: Millis): Reading {
  const track = sprite.timeline.tracks[property];
  if (track === undefined && cued.length === 0) return unchanged;
  const started = deciding(sprite, cued, property, t);
  if (started !== null) return { value: commandValueAt(started, t), still: isStill(started, t) };
  const initial =
    track?.initial ?? cued.find(({ trigger }) => trigger.tracks[property])?.trigger.tracks[property]?.initial;
  return initial === undefined ? unchanged : { value: initial, still: true };
}

function isSwitchedOn(sprite: StoryboardSprite, cued: readonly Cued[], property: Property, t: Millis): boolean {
  const started = deciding(sprite, cued, property, t);
  return started !== null && isSwitchOnAt(started, t);
}

/** The command that started last, of the sprite itself or of a trigger that was set off. */
function deciding(
  sprite: StoryboardSprite,
  cued: readonly Cued[],
  property: Property,
  t: Millis,
): ActiveCommand | null {
  const track = sprite.timeline.tracks[property];
  let found = track === undefined ? null : activeCommandAt(track, t);
  for (const { trigger, since } of cued) {
    const own = trigger.tracks[property];
    const started = own === undefined ? null : activeCommandAt(own, t - since);
    if (started === null || (found !== null && started.startedAt + since < found.startedAt)) continue;
    found = { ...started, startedAt: started.startedAt + since, nextAt: started.nextAt + since };
  }
  return found;
}

function isStill(started: ActiveCommand, t: Millis): boolean {
  const settled = settledAt(started);
  return t >= settled && started.nextAt - settled >= moment;
}

function shadeOf(value: number | null): number {
  return value === null ? 255 : Math.min(Math.max(value, 0), 255);
}
