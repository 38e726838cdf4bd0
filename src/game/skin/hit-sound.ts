import { findSound, type SkinSound, type SkinSource } from './skin-source.ts';

/** The sound of a hit object, with its set and index resolved. */
export interface HitSoundName {
  readonly set: 'normal' | 'soft' | 'drum';
  readonly sound: 'hitnormal' | 'hitwhistle' | 'hitfinish' | 'hitclap' | 'slidertick' | 'sliderslide' | 'sliderwhistle';
  /** 0 for the skin's sound, 1 for the beatmap's, 2 and above for the beatmap's with that number. */
  readonly index: number;
  /** A file of the beatmap that replaces the sound; empty if none. */
  readonly filename?: string;
}

/**
 * Finds a hit sound. Only the beatmap's folder has numbered sounds; if it lacks the requested number, the skin's sound
 * replaces it, not the beatmap's unnumbered one.
 */
export function findHitSound(name: HitSoundName, sources: readonly SkinSource[]): SkinSound | null {
  const plain = `${name.set}-${name.sound}`;
  for (const source of sources) {
    const found = source.name === 'beatmap' ? findInBeatmap(source, name, plain) : findSound(source, plain);
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
