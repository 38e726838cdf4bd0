import { findSound, type SkinSound, type SkinSource } from './skin-source.ts';

/** The sound a hit object asks for, with its set and index resolved. */
export interface HitSoundName {
  readonly set: 'normal' | 'soft' | 'drum';
  readonly sound: 'hitnormal' | 'hitwhistle' | 'hitfinish' | 'hitclap' | 'slidertick' | 'sliderslide' | 'sliderwhistle';
  /** 0: the skin's own; 1: the beatmap's; from 2 on: the beatmap's of that number. */
  readonly index: number;
  /** A file of the beatmap that replaces the sound; empty: none. */
  readonly filename?: string;
}

/**
 * Only the beatmap's folder has numbered sounds. When it lacks the number that is asked for, its unnumbered sound is not
 * taken in its place: the skin's is.
 */
export function findHitSound(wanted: HitSoundName, sources: readonly SkinSource[]): SkinSound | null {
  const plain = `${wanted.set}-${wanted.sound}`;
  for (const source of sources) {
    const found = source.name === 'beatmap' ? findInBeatmap(source, wanted, plain) : findSound(source, plain);
    if (found !== null) return found;
  }
  return null;
}

function findInBeatmap(beatmap: SkinSource, { filename, index }: HitSoundName, plain: string): SkinSound | null {
  if (filename !== undefined && filename !== '') {
    const file = beatmap.find(filename);
    const found = file === null ? findSound(beatmap, withoutExtension(filename)) : { source: beatmap.name, file };
    if (found !== null) return found;
  }
  if (index <= 0) return null;
  return findSound(beatmap, index === 1 ? plain : `${plain}${index}`);
}

function withoutExtension(filename: string): string {
  return filename.replace(/\.[^./\\]*$/, '');
}
