import { type PlayableMap, parseBeatmap, prepareMap } from '../../src/game/beatmap/index.ts';
import type { Mods } from '../../src/game/mods/index.ts';

/** Lines of a map by section; what is left out is what most maps have. */
export interface MapSections {
  readonly format?: number;
  readonly general?: readonly string[];
  readonly difficulty?: readonly string[];
  readonly events?: readonly string[];
  readonly timing?: readonly string[];
  readonly colours?: readonly string[];
  readonly objects?: readonly string[];
}

/** A .osu with a beat of 500 ms, circles of CS 5 and 100 pixels a beat. */
export function mapText(parts: MapSections = {}): string {
  const { format = 14, general = [], difficulty = [], events = [], colours = [], objects = [] } = parts;
  return [
    `osu file format v${format}`,
    '[General]',
    ...general,
    '[Difficulty]',
    'SliderMultiplier:1',
    ...difficulty,
    '[Events]',
    ...events,
    '[TimingPoints]',
    ...(parts.timing ?? ['0,500,4,1,0,100,1,0']),
    '[Colours]',
    ...colours,
    '[HitObjects]',
    ...objects,
  ].join('\r\n');
}

export function mapBytes(parts: MapSections = {}): Uint8Array {
  return new TextEncoder().encode(mapText(parts));
}

type PrepareMods = Pick<Mods, 'rules' | 'acronyms' | 'difficulty' | 'mirror' | 'clockRate'>;

/** The map of such lines, ready to be played under stable rules without mods, unless told otherwise. */
export function preparedMap(parts: MapSections, mods: Partial<PrepareMods> = {}): PlayableMap {
  return prepareMap(parseBeatmap(mapBytes(parts)).beatmap, {
    rules: 'stable',
    acronyms: [],
    difficulty: { kind: 'none' },
    mirror: { horizontally: false, vertically: false },
    clockRate: 1,
    ...mods,
  });
}
