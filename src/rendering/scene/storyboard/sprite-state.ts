import {
  type ActiveCommand,
  activeCommandAt,
  commandValueAt,
  isSwitchOnAt,
  type Property,
  type StoryboardSprite,
  settledAt,
  type TrackMoment,
  takesOver,
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
export function alphaAt(sprite: StoryboardSprite, fired: readonly FiredTrigger[], moment: TrackMoment): number {
  const alpha = readProperty(sprite, fired, 'alpha', moment).value ?? 1;
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
export function stateAt(sprite: StoryboardSprite, fired: readonly FiredTrigger[], moment: TrackMoment): SpriteState {
  const x = readProperty(sprite, fired, 'x', moment);
  const y = readProperty(sprite, fired, 'y', moment);
  const scale = readProperty(sprite, fired, 'scale', moment);
  const across = readProperty(sprite, fired, 'scaleX', moment);
  const down = readProperty(sprite, fired, 'scaleY', moment);
  const flipX = isSwitchedOn(sprite, fired, 'flipX', moment);
  const flipY = isSwitchedOn(sprite, fired, 'flipY', moment);
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
    rotation: readProperty(sprite, fired, 'rotation', moment).value ?? 0,
    tint: {
      r: channelOf(readProperty(sprite, fired, 'red', moment).value),
      g: channelOf(readProperty(sprite, fired, 'green', moment).value),
      b: channelOf(readProperty(sprite, fired, 'blue', moment).value),
    },
    additive: isSwitchedOn(sprite, fired, 'additive', moment),
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
  moment: TrackMoment,
): Reading {
  const track = sprite.timeline.tracks[property];
  if (track === undefined && fired.length === 0) return unchanged;
  const { t, rules } = moment;
  const command = decidingCommand(sprite, fired, property, moment);
  if (command !== null) return { value: commandValueAt(command, t), still: isStill(command, t) };
  // In stable, a vector scale does not apply before its first command (rule SB14).
  if (rules === 'stable' && (property === 'scaleX' || property === 'scaleY')) return unchanged;
  const initial =
    track?.initial ?? fired.find(({ trigger }) => trigger.tracks[property])?.trigger.tracks[property]?.initial;
  return initial === undefined ? unchanged : { value: initial, still: true };
}

function isSwitchedOn(
  sprite: StoryboardSprite,
  fired: readonly FiredTrigger[],
  property: Property,
  moment: TrackMoment,
): boolean {
  const command = decidingCommand(sprite, fired, property, moment);
  return command !== null && isSwitchOnAt(command, moment.t);
}

/**
 * The command that decides the property. Triggers have their own: the last to start in lazer, that of the last to fire in
 * stable.
 */
function decidingCommand(
  sprite: StoryboardSprite,
  fired: readonly FiredTrigger[],
  property: Property,
  moment: TrackMoment,
): ActiveCommand | null {
  const track = sprite.timeline.tracks[property];
  const own = track === undefined ? null : activeCommandAt(track, moment);
  let triggered: (ActiveCommand & { readonly priority: Millis }) | null = null;
  for (const { trigger, firedAt } of fired) {
    const triggerTrack = trigger.tracks[property];
    const command =
      triggerTrack === undefined ? null : activeCommandAt(triggerTrack, { ...moment, t: moment.t - firedAt });
    if (command === null) continue;
    const startedAt = command.startedAt + firedAt;
    const priority = moment.rules === 'lazer' ? startedAt : firedAt;
    if (triggered !== null && priority < triggered.priority) continue;
    triggered = { ...command, startedAt, nextAt: command.nextAt + firedAt, priority };
  }
  if (own === null || triggered === null) return own ?? triggered;
  return takesOver(triggered, own, moment) ? triggered : own;
}

function isStill(command: ActiveCommand, t: Millis): boolean {
  const settled = settledAt(command);
  return t >= settled && command.nextAt - settled >= minStillness;
}

function channelOf(value: number | null): number {
  return value === null ? 255 : Math.min(Math.max(value, 0), 255);
}
