import { readFile } from 'node:fs/promises';
import type { FileSource } from '../scene-loader/index.ts';
import { folderFiles } from './folder-files.ts';
import { packedFiles } from './packed-files.ts';
import type { RenderRequest } from './request.ts';

/** Where the files of a render lie, for every process that has a part in it. */
export interface RenderSources {
  readonly replay: string;
  readonly beatmap: FilePlace & {
    /** The map itself, where it is not to be found by its MD5. */
    readonly osu?: Uint8Array;
  };
  /** Null for our own. */
  readonly skin: FilePlace | null;
}

export interface FilePlace {
  readonly kind: 'archive' | 'folder';
  readonly path: string;
}

export async function openSources({
  replay,
  beatmap,
  skin,
}: RenderSources): Promise<Pick<RenderRequest, 'replay' | 'beatmap' | 'skin'>> {
  return {
    replay: await readFile(replay),
    beatmap: { files: await filesAt(beatmap), ...(beatmap.osu && { osu: beatmap.osu }) },
    skin: skin && (await filesAt(skin)),
  };
}

async function filesAt({ kind, path }: FilePlace): Promise<FileSource> {
  return kind === 'folder' ? folderFiles(path) : packedFiles(await readFile(path));
}
