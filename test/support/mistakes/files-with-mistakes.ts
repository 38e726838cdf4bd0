import { md5Hex } from '../../../src/game/md5.ts';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { mapBytes } from '../beatmaps/map-text.ts';
import { makeZip } from '../files/zip.ts';
import type { Row } from '../replays/build-play.ts';
import { buildFrames, buildReplay } from '../replays/build-replay.ts';
import { mistakenPlay } from './play-with-mistakes.ts';

export interface MistakenFiles {
  readonly replay: Uint8Array<ArrayBuffer>;
  /** The .osz. */
  readonly set: Uint8Array;
}

/** The play with mistakes as files, with further objects and frames after it. */
export function mistakenFiles(objects: readonly string[] = [], frames: readonly Row[] = []): MistakenFiles {
  const osu = mapBytes({ objects: [...mistakenPlay.objects, ...objects] });
  const replay = buildReplay({
    frames: buildFrames([...mistakenPlay.frames, ...frames]),
    header: { beatmapMd5: md5Hex(osu), modBits: 0 },
  });
  return { replay: Uint8Array.from(writeReplay(replay)), set: makeZip([{ name: 'map.osu', data: osu }]) };
}
