import { Failure } from '../../failure.ts';
import type { Mods } from '../mods/index.ts';
import type { Layout } from './layout.ts';

/** The mods of a play that decide with which other plays it can be shown. */
export type ComparedMods = Pick<Mods, 'clockRate' | 'ramp' | 'adaptiveSpeed' | 'conversion'>;

/** A play with the name by which messages refer to it. */
export interface ComparedPlay {
  readonly name: string;
  readonly mods: ComparedMods;
}

/** Refuses a play that a layout cannot show together with the first one. */
export function requireComparable(first: ComparedPlay, other: ComparedPlay, layout: Layout): void {
  if (layout === 'split') return;
  const names = `${JSON.stringify(other.name)} and ${JSON.stringify(first.name)}`;
  const { conversion } = other.mods;
  if (JSON.stringify(conversion) !== JSON.stringify(first.mods.conversion)) {
    throw new Failure('together/other-objects', `${names} have different objects, because a mod places them anew.`);
  }
  // Beside the play there are only numbers, which belong to times of the song.
  if (layout === 'scoreboard' || hasSameClock(first.mods, other.mods)) return;
  const speeds = `${speedOf(other.mods)} and ${speedOf(first.mods)}`;
  throw new Failure(
    'together/other-clock',
    `${names} play the song at different speeds (${speeds}). Only the layout split can show them together.`,
  );
}

/** The part of the mods that `requireComparable` needs, as plain data. */
export function comparedMods({ clockRate, ramp, adaptiveSpeed, conversion }: Mods): ComparedMods {
  return { clockRate, ramp, adaptiveSpeed, conversion };
}

/** Whether the same moments of the song are seen at the same real times; Adaptive Speed is different in every play. */
function hasSameClock(a: ComparedMods, b: ComparedMods): boolean {
  if (a.adaptiveSpeed !== null || b.adaptiveSpeed !== null) return false;
  return a.clockRate === b.clockRate && a.ramp?.initial === b.ramp?.initial && a.ramp?.final === b.ramp?.final;
}

function speedOf({ clockRate, ramp, adaptiveSpeed }: ComparedMods): string {
  if (adaptiveSpeed !== null) return 'adaptive';
  return ramp === null ? `${clockRate}x` : `${ramp.initial}x to ${ramp.final}x`;
}
