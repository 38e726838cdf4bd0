import { parseJobId } from '../../../contract/index.ts';
import { isKey } from '../../storage/index.ts';

/** The path below which clients find all artifacts. */
export const artifactsPath = '/v1/artifacts/';

export const publicFolders = ['videos', 'thumbnails', 'gifs', 'webps', 'logs', 'replays', 'skins'] as const;
export type PublicFolder = (typeof publicFolders)[number];

export interface ArtifactKey {
  readonly folder: PublicFolder;
  readonly key: string;
  /** Null if the name contains none, as that of a skin. */
  readonly jobId: string | null;
  /** Without its dot. */
  readonly extension: string;
}

/**
 * The storage key in the encoded path of an artifact: a public folder and one plain file name. Null for everything else,
 * above all for any spelling of `..` or of a second folder. A percent sign that is left after decoding means that the
 * path was encoded twice.
 */
export function parseArtifactKey(encoded: string): ArtifactKey | null {
  const text = decoded(encoded);
  if (text === null) return null;
  const [first, fileName = '', ...more] = text.split('/');
  const folder = publicFolders.find((name) => name === first);
  if (folder === undefined || more.length > 0 || !isPlain(fileName)) return null;
  const [stem = '', ...extensions] = fileName.split('.');
  const jobId = folder === 'skins' ? null : parseJobId(stem);
  // Storage keys have the job id with dashes; clients may also write it without.
  const key = `${folder}/${[jobId ?? stem, ...extensions].join('.')}`;
  return { folder, key, jobId, extension: extensions.at(-1) ?? '' };
}

/** Refuses names that a file system, URL parser or S3 server may interpret differently. */
function isPlain(name: string): boolean {
  return !name.includes('%') && !name.includes('..') && isKey(`x/${name}`);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
