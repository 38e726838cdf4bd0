import { type PlayableMap, parseBeatmap, prepareMap } from '../../../src/game/beatmap/index.ts';
import { type Mods, stableMods } from '../../../src/game/mods/index.ts';

/** Lines of a map by section; missing sections have typical values. */
export interface MapSections {
  readonly format?: number;
  readonly general?: readonly string[];
  readonly difficulty?: readonly string[];
  readonly events?: readonly string[];
  readonly timing?: readonly string[];
  readonly colours?: readonly string[];
  readonly objects?: readonly string[];
}

/** Writes a .osu file with a beat of 500 ms, CS 5 and 100 pixels per beat. */
export function mapText(sections: MapSections = {}): string {
  const { format = 14, general = [], difficulty = [], events = [], colours = [], objects = [] } = sections;
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
    ...(sections.timing ?? ['0,500,4,1,0,100,1,0']),
    '[Colours]',
    ...colours,
    '[HitObjects]',
    ...objects,
  ].join('\r\n');
}

/** The same as bytes. */
export function mapBytes(sections: MapSections = {}): Uint8Array {
  return new TextEncoder().encode(mapText(sections));
}

/** The playable map, under stable rules and without mods by default. */
export function preparePlayableMap(sections: MapSections, mods: Partial<Mods> = {}): PlayableMap {
  return prepareMap(parseBeatmap(mapBytes(sections)).beatmap, { ...stableMods(0), ...mods });
}
