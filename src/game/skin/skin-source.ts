import { fileKey } from '../file-key.ts';
import type { SkinIni } from './skin-ini.ts';

export type SourceName = 'beatmap' | 'user' | 'default';

/** The files of one folder that can give a skin its elements: names only, whoever draws reads the bytes. */
export interface SkinSource {
  readonly name: SourceName;
  readonly ini: SkinIni;
  /** The file at a path inside the folder, spelled as it is stored; case and the kind of slash do not matter. */
  find(path: string): string | null;
}

/** One image file. */
export interface SkinImage {
  readonly source: SourceName;
  /** As stored, to read it by. */
  readonly file: string;
  /** Skin pixels an image pixel: 0.5 for an image drawn at twice the size (`@2x`). */
  readonly scale: 1 | 0.5;
}

/** One sound file. */
export interface SkinSound {
  readonly source: SourceName;
  readonly file: string;
}

export function createSkinSource(name: SourceName, files: Iterable<string>, ini: SkinIni): SkinSource {
  const names = Array.from(files);
  // A beatmap's folder is what it is; only skins are packed with a folder around them.
  const root = name === 'beatmap' ? '' : skinRoot(names);
  const byPath = new Map<string, string>();
  for (const file of names) {
    const path = fileKey(file);
    if (path.startsWith(root)) byPath.set(path.slice(root.length), file);
  }
  return { name, ini, find: (path) => byPath.get(fileKey(path)) ?? null };
}

/** The skin.ini that counts among the files of a skin, spelled as it is stored. */
export function findSkinIni(files: Iterable<string>): string | null {
  const names = Array.from(files);
  const wanted = `${skinRoot(names)}skin.ini`;
  return names.find((file) => fileKey(file) === wanted) ?? null;
}

/** An image by its path without extension. Beatmaps are held to images of the plain size, as in the game. */
export function findImage(source: SkinSource, path: string, extensions: readonly string[]): SkinImage | null {
  for (const extension of extensions) {
    const doubled = source.name === 'beatmap' ? null : source.find(`${path}@2x.${extension}`);
    if (doubled !== null) return { source: source.name, file: doubled, scale: 0.5 };
    const file = source.find(`${path}.${extension}`);
    if (file !== null) return { source: source.name, file, scale: 1 };
  }
  return null;
}

/** A sound by its path without extension. An empty file counts: it is how a skin mutes a sound. */
export function findSound(source: SkinSource, path: string): SkinSound | null {
  for (const extension of ['wav', 'ogg', 'mp3']) {
    const file = source.find(`${path}.${extension}`);
    if (file !== null) return { source: source.name, file };
  }
  return null;
}

/** Archives often hold one folder with the whole skin in it: its path with a slash behind it, otherwise nothing. */
function skinRoot(files: readonly string[]): string {
  const paths = files.map(fileKey);
  if (paths.includes('skin.ini')) return '';
  const inFolder = paths.find((path) => /^[^/]+\/skin\.ini$/.test(path));
  if (inFolder !== undefined) return inFolder.slice(0, -'skin.ini'.length);

  const first = paths[0] ?? '';
  const folder = first.slice(0, first.indexOf('/') + 1);
  return paths.every((path) => path.startsWith(folder)) ? folder : '';
}
