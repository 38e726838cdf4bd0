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
import type { FiredTrigger } from './trigger-times.ts';

/** A sprite's properties at one time, in storyboard units. */
export interface SpriteState {
  readonly x: number;
  readonly y: number;
  /** Negative mirrors. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** Whether the image is mirrored in place rather than around its origin (rule SB12). */
  readonly mirroredX: boolean;
  readonly mirroredY: boolean;
  readonly rotation: number;
  readonly tint: Rgb;
  readonly additive: boolean;
  /** Neither moving nor scaling for some time, so it can be drawn on whole pixels. */
  readonly still: boolean;
}

/** The shortest time without movement that counts as still. */
const minStillness = 250;

/**
 * The opacity, 0 to 1. Values below 0 are invisible; values above 1 wrap around, which storyboards use to flicker (rule
 * SB9).
 */
export function alphaAt(sprite: StoryboardSprite, fired: readonly FiredTrigger[], t: Millis): number {
  const alpha = readProperty(sprite, fired, 'alpha', t).value ?? 1;
  return alpha > 1 ? alpha % 1 : Math.max(alpha, 0);
}

/** Whether a sprite is alive, by its own commands or by those of a fired trigger. */
export function isAliveAt(
  { timeline: { lifetime } }: StoryboardSprite,
  fired: readonly FiredTrigger[],
  t: Millis,
): boolean {
  return (
    (lifetime !== null && t >= lifetime.start && t < lifetime.end) ||
    fired.some(({ trigger, firedAt }) => t < firedAt + trigger.duration)
  );
}

/** The state of a sprite at a time, with the triggers that have fired. */
export function stateAt(sprite: StoryboardSprite, fired: readonly FiredTrigger[], t: Millis): SpriteState {
  const x = readProperty(sprite, fired, 'x', t);
  const y = readProperty(sprite, fired, 'y', t);
  const scale = readProperty(sprite, fired, 'scale', t);
  const across = readProperty(sprite, fired, 'scaleX', t);
  const down = readProperty(sprite, fired, 'scaleY', t);
  const flipX = isSwitchedOn(sprite, fired, 'flipX', t);
  const flipY = isSwitchedOn(sprite, fired, 'flipY', t);
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
    rotation: readProperty(sprite, fired, 'rotation', t).value ?? 0,
    tint: {
      r: channelOf(readProperty(sprite, fired, 'red', t).value),
      g: channelOf(readProperty(sprite, fired, 'green', t).value),
      b: channelOf(readProperty(sprite, fired, 'blue', t).value),
    },
    additive: isSwitchedOn(sprite, fired, 'additive', t),
    still: x.still && y.still && scale.still && across.still && down.still,
  };
}

interface Reading {
  /** Null if no command changes the property. */
  readonly value: number | null;
  readonly still: boolean;
}

const unchanged: Reading = { value: null, still: true };

function readProperty(
  sprite: StoryboardSprite,
  fired: readonly FiredTrigger[],
  property: Property,
  t: Millis,
): Reading {
  const track = sprite.timeline.tracks[property];
  if (track === undefined && fired.length === 0) return unchanged;
  const command = decidingCommand(sprite, fired, property, t);
  if (command !== null) return { value: commandValueAt(command, t), still: isStill(command, t) };
  const initial =
    track?.initial ?? fired.find(({ trigger }) => trigger.tracks[property])?.trigger.tracks[property]?.initial;
  return initial === undefined ? unchanged : { value: initial, still: true };
}

function isSwitchedOn(
  sprite: StoryboardSprite,
  fired: readonly FiredTrigger[],
  property: Property,
  t: Millis,
): boolean {
  const command = decidingCommand(sprite, fired, property, t);
  return command !== null && isSwitchOnAt(command, t);
}

/** The command that decides the property: the last to start, of the sprite or of a fired trigger. */
function decidingCommand(
  sprite: StoryboardSprite,
  fired: readonly FiredTrigger[],
  property: Property,
  t: Millis,
): ActiveCommand | null {
  const track = sprite.timeline.tracks[property];
  let found = track === undefined ? null : activeCommandAt(track, t);
  for (const { trigger, firedAt } of fired) {
    const own = trigger.tracks[property];
    const command = own === undefined ? null : activeCommandAt(own, t - firedAt);
    if (command === null || (found !== null && command.startedAt + firedAt < found.startedAt)) continue;
    found = { ...command, startedAt: command.startedAt + firedAt, nextAt: command.nextAt + firedAt };
  }
  return found;
}

function isStill(command: ActiveCommand, t: Millis): boolean {
  const settled = settledAt(command);
  return t >= settled && command.nextAt - settled >= minStillness;
}

function channelOf(value: number | null): number {
  return value === null ? 255 : Math.min(Math.max(value, 0), 255);
}
