import { readFile } from 'node:fs/promises';
import type { NamedReplay } from '../../../game/together/index.ts';
import type { BeatmapFiles, FileSource } from '../../scene-loader/index.ts';
import { folderFiles } from './folder-files.ts';
import { packedFiles } from './packed-files.ts';

/** The paths of a render's files, for every process that takes part in it. */
export interface RenderSources {
  readonly replay: string;
  /** Further replays of the map, for a video of several plays. */
  readonly others?: readonly string[];
  readonly beatmap: SourcePath & {
    /** The difficulty itself, if it cannot be found by its MD5. */
    readonly osu?: Uint8Array;
  };
  /** Null for the built-in skin. */
  readonly skin: SourcePath | null;
}

export interface SourcePath {
  readonly kind: 'archive' | 'folder';
  readonly path: string;
}

/** The opened files of a render. */
export interface OpenedSources {
  /** The bytes of the .osr. */
  readonly replay: Uint8Array;
  /** All replays, the first one included, for a video of several plays; named by their paths. */
  readonly replays?: readonly NamedReplay[];
  readonly beatmap: BeatmapFiles;
  /** Null for the built-in skin. */
  readonly skin: FileSource | null;
}

/** Opens the files of a render. */
export async function openSources({ replay, others = [], beatmap, skin }: RenderSources): Promise<OpenedSources> {
  const first = await readFile(replay);
  const further = await Promise.all(others.map(async (path) => ({ name: path, bytes: await readFile(path) })));
  return {
    replay: first,
    ...(further.length > 0 && { replays: [{ name: replay, bytes: first }, ...further] }),
    beatmap: { files: await filesAt(beatmap), ...(beatmap.osu && { osu: beatmap.osu }) },
    skin: skin && (await filesAt(skin)),
  };
}

async function filesAt({ kind, path }: SourcePath): Promise<FileSource> {
  return kind === 'folder' ? folderFiles(path) : packedFiles(await readFile(path));
}
