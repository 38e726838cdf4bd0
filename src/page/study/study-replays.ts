import { RepriseError } from '../../../clients/typescript/src/index.ts';
import { Failure } from '../../failure.ts';
import { readReplayHeader, requireRenderableHeader } from '../../game/replay/index.ts';
import { createStudy, replayIdentity, type SkippedFile, type StudyReport } from '../../game/study/index.ts';
import type { ReplayFiles } from '../player/scene-worker/messages.ts';
import { createJudge } from './judge-in-worker.ts';
import { createMapFinder, isMapFile } from './map-finder.ts';

/** Why a file is not in the report: a code of a failure, or one of the page's own reasons. */
export type SkipReason =
  | { readonly code: string; readonly message: string }
  | { readonly is: 'missing-map' | 'copy' | 'broken' };

export interface ReplayStudyOptions {
  readonly onProgress: (progress: { readonly done: number; readonly all: number }) => void;
  readonly describe: (reason: SkipReason) => string;
}

/** Judges replays of this device, one after another. Nothing of them is uploaded. */
export interface ReplayStudy {
  /** Judges the replays among the files, and those whose maps were missing, now that there may be more maps. */
  add(files: readonly File[], signal: AbortSignal): Promise<void>;
  report(): StudyReport;
  /** Reads the replay with this MD5 and its map, for the player. */
  load(replayMd5: string, signal: AbortSignal): Promise<ReplayFiles>;
  /** Whether there are replays that more maps, or a connection, could make it possible to judge. */
  readonly hasUnjudged: boolean;
  close(): void;
}

export function createReplayStudy({ onProgress, describe }: ReplayStudyOptions): ReplayStudy {
  const study = createStudy();
  const judge = createJudge();
  const maps = createMapFinder();
  const judged = new Set<string>();
  /** By the MD5 of the replay. A file is a reference; its bytes stay on the disk. */
  const files = new Map<string, File>();
  const skipped: SkippedFile[] = [];
  let withoutMap: File[] = [];
  const skip = (file: File, reason: SkipReason) => void skipped.push({ file: file.name, reason: describe(reason) });

  async function addMaps(files: readonly File[]): Promise<void> {
    for (const file of files) {
      await maps.addFile(file).catch((error) => skip(file, reasonOf(error)));
    }
  }

  /** Judges one file; throws what keeps all others from being judged, too. */
  async function judgeFile(file: File, signal: AbortSignal): Promise<void> {
    const replay = new Uint8Array(await file.arrayBuffer());
    const header = readReplayHeader(replay);
    requireRenderableHeader(header);
    const identity = replayIdentity(header, replay);
    if (judged.has(identity)) return skip(file, { is: 'copy' });
    const osu = await maps.find(header.beatmapMd5, { signal });
    if (osu === null) return void withoutMap.push(file);
    const answer = await judge.judge({ replay, osu }).catch(() => ({ is: 'broken' as const }));
    if (!('play' in answer)) return skip(file, answer);
    judged.add(identity);
    study.add(answer.play, file.name);
    files.set(answer.play.replayMd5, file);
  }

  return {
    async add(files, signal) {
      await addMaps(files.filter(isMapFile));
      const replays = [...withoutMap, ...files.filter((file) => !isMapFile(file))];
      withoutMap = [];
      for (const [i, file] of replays.entries()) {
        onProgress({ done: i, all: replays.length });
        try {
          signal.throwIfAborted();
          await judgeFile(file, signal);
        } catch (error) {
          // The replays that were not judged can be judged with the next files.
          if (signal.aborted || error instanceof RepriseError) withoutMap.push(...replays.slice(i));
          if (signal.aborted) return;
          if (error instanceof RepriseError) throw error;
          skip(file, reasonOf(error));
        }
      }
      onProgress({ done: replays.length, all: replays.length });
    },
    report() {
      const missing = withoutMap.map(({ name }) => ({ file: name, reason: describe({ is: 'missing-map' }) }));
      return { ...study.report(), skipped: [...skipped, ...missing] };
    },
    async load(replayMd5, signal) {
      const file = files.get(replayMd5);
      if (file === undefined) throw new RangeError('This replay is not in the report.');
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { beatmapMd5 } = readReplayHeader(bytes);
      return { replays: [{ name: file.name, bytes }], beatmap: await maps.findSet(beatmapMd5, { signal }) };
    },
    get hasUnjudged() {
      return withoutMap.length > 0;
    },
    close: judge.close,
  };
}

function reasonOf(error: unknown): SkipReason {
  return error instanceof Failure ? { code: error.code, message: error.message } : { is: 'broken' };
}
