import { parseJobId } from '../../contract/index.ts';
import { isKey } from '../storage/index.ts';

export const publicFolders = ['videos', 'thumbnails', 'gifs', 'webps', 'logs', 'replays', 'skins'] as const;
export type PublicFolder = (typeof publicFolders)[number];

export interface ArtifactKey {
  readonly folder: PublicFolder;
  readonly key: string;
}

/**
 * The storage key in the still encoded path of an artifact: a public folder and one plain file name. Null for
 * everything else, above all for every way of writing `..` or a second folder; a percent sign that is left after
 * decoding once means that somebody encoded twice.
 */
export function parseArtifactKey(encoded: string): ArtifactKey | null {
  const text = decoded(encoded);
  if (text === null) return null;
  const [first, name = '', ...more] = text.split('/');
  const folder = publicFolders.find((known) => known === first);
  if (folder === undefined || more.length > 0 || !isPlain(name)) return null;
  return { folder, key: `${folder}/${folder === 'skins' ? name : withDashes(name)}` };
}

/** A name some file system, URL parser or S3 server would read in its own way is refused with the tricks. */
function isPlain(name: string): boolean {
  return !name.includes('%') && !name.includes('..') && isKey(`x/${name}`);
}

/** Artifacts of a job are kept under the dashed id; the other spelling finds them too. */
function withDashes(name: string): string {
  const [stem = '', ...rest] = name.split('.');
  return [parseJobId(stem) ?? stem, ...rest].join('.');
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
