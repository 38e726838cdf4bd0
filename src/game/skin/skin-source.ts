import { fileKey } from '../file-key.ts';
import type { SkinIni } from './skin-ini.ts';

/** Which folder a file of the skin comes from. */
export type SourceName = 'beatmap' | 'user' | 'default';

/** A folder with skin elements. It has file names only; the renderer reads the bytes. */
export interface SkinSource {
  readonly name: SourceName;
  readonly ini: SkinIni;
  /** Finds a file by its path in the folder and returns its stored name; case and slash direction do not matter. */
  find(path: string): string | null;
}

/** An image file of a skin. */
export interface SkinImage {
  readonly source: SourceName;
  /** Name as stored. */
  readonly file: string;
  /** Skin pixels per image pixel: 0.5 for an image of double resolution (`@2x`). */
  readonly scale: 1 | 0.5;
}

/** A sound file of a skin. */
export interface SkinSound {
  readonly source: SourceName;
  readonly file: string;
}

/** Creates a source from the file names of a folder. */
export function createSkinSource(name: SourceName, files: Iterable<string>, ini: SkinIni): SkinSource {
  const names = Array.from(files);
  // Only skins may be packed inside a single folder.
  const root = name === 'beatmap' ? '' : skinRoot(names);
  const byPath = new Map<string, string>();
  for (const file of names) {
    const path = fileKey(file);
    if (path.startsWith(root)) byPath.set(path.slice(root.length), file);
  }
  return { name, ini, find: (path) => byPath.get(fileKey(path)) ?? null };
}

/** Finds the skin.ini of a skin and returns its stored name. */
export function findSkinIni(files: Iterable<string>): string | null {
  const names = Array.from(files);
  const path = `${skinRoot(names)}skin.ini`;
  return names.find((file) => fileKey(file) === path) ?? null;
}

/** Finds an image by its path without extension. Beatmaps cannot have `@2x` images, as in the game. */
export function findImage(source: SkinSource, path: string, extensions: readonly string[]): SkinImage | null {
  for (const extension of extensions) {
    const doubled = source.name === 'beatmap' ? null : source.find(`${path}@2x.${extension}`);
    if (doubled !== null) return { source: source.name, file: doubled, scale: 0.5 };
    const file = source.find(`${path}.${extension}`);
    if (file !== null) return { source: source.name, file, scale: 1 };
  }
  return null;
}

/** Finds a sound by its path without extension. Empty files count: skins use them to mute a sound. */
export function findSound(source: SkinSource, path: string): SkinSound | null {
  for (const extension of ['wav', 'ogg', 'mp3']) {
    const file = source.find(`${path}.${extension}`);
    if (file !== null) return { source: source.name, file };
  }
  return null;
}

/** The path of the folder that contains the whole skin, with a trailing slash; empty if there is no such folder. */
function skinRoot(files: readonly string[]): string {
  const paths = files.map(fileKey);
  if (paths.includes('skin.ini')) return '';
  const inFolder = paths.find((path) => /^[^/]+\/skin\.ini$/.test(path));
  if (inFolder !== undefined) return inFolder.slice(0, -'skin.ini'.length);

  const first = paths[0] ?? '';
  const folder = first.slice(0, first.indexOf('/') + 1);
  return paths.every((path) => path.startsWith(folder)) ? folder : '';
}
