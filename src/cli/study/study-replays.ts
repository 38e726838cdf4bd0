import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createStudy, type StudyReport } from '../../game/study/index.ts';
import { findMaps } from '../input/find-maps.ts';
import { exitCodes, explainError } from '../output/exit-code.ts';
import { stripControlCharacters } from '../output/table.ts';
import { findReplays, NotStudied } from './find-replays.ts';
import { judgeReplays, type LocatedReplay } from './judge-replays.ts';

/** What to study. */
export interface StudyRequest {
  /** Replays, and folders of replays. */
  readonly paths: readonly string[];
  /** Maps, sets, and folders of them; empty: the folders of the replays and the library. */
  readonly beatmaps: readonly string[];
  /** Only the replays of this player; null: of all. */
  readonly player: string | null;
}

export interface StudyOptions {
  /** The folder of the service's data, whose library has maps. */
  readonly dataDir: string;
  readonly onProgress: (done: number, all: number) => void;
  readonly signal: AbortSignal;
  readonly childPath?: string | undefined;
}

/** A report, and the exit code if no replay is in it. */
export interface StudyResult {
  readonly report: StudyReport;
  readonly exitCode: number;
  /** Why no replay is in the report; null if one is. */
  readonly problem: string | null;
}

/** Judges replays and sums them up. Files that cannot be judged are skipped and named. */
export async function studyReplays(request: StudyRequest, options: StudyOptions): Promise<StudyResult> {
  const { onProgress, signal, childPath } = options;
  const study = createStudy();
  let firstExitCode: number | null = null;
  let done = 0;
  const skip = (file: string, error: unknown) => {
    const { message, exitCode } =
      error instanceof NotStudied ? { message: error.message, exitCode: exitCodes.noFile } : explainError(error);
    firstExitCode ??= exitCode;
    study.skip({ file, reason: message });
  };

  const { player } = request;
  const { replays, otherPlayers } = await findReplays(request.paths, { player, onSkip: skip, signal });
  const maps = await findMaps(
    replays.map(({ beatmapMd5 }) => beatmapMd5),
    request.beatmaps.length > 0 ? request.beatmaps : await defaultPlaces(request.paths, options.dataDir),
    { onUnreadable: skip, signal },
  );
  const located: LocatedReplay[] = [];
  for (const replay of replays) {
    const map = maps.get(replay.beatmapMd5);
    if (map !== undefined) located.push({ ...replay, map });
    else for (const file of [replay.path, ...replay.copies]) skip(file, missingMap(replay.beatmapMd5));
  }
  // Replays of one map one after another, so that each child reads the map once.
  located.sort((a, b) => (a.beatmapMd5 < b.beatmapMd5 ? -1 : a.beatmapMd5 > b.beatmapMd5 ? 1 : 0));
  await judgeReplays(located, {
    onPlay: study.add,
    onSkip: skip,
    onDone: () => onProgress(++done, located.length),
    signal,
    childPath,
  });
  const report = study.report();
  if (study.playCount > 0) return { report, exitCode: exitCodes.done, problem: null };
  const isOfOthers = player !== null && replays.length === 0 && otherPlayers.size > 0;
  const problem = isOfOthers ? noReplayBy(player, [...otherPlayers]) : 'No replay was judged.';
  return { report, exitCode: firstExitCode ?? exitCodes.noFile, problem };
}

const maxNamedPlayers = 10;

function noReplayBy(player: string, others: readonly string[]): string {
  const named = others.map(stripControlCharacters).sort().slice(0, maxNamedPlayers).join(', ');
  const more = others.length > maxNamedPlayers ? ` and ${others.length - maxNamedPlayers} more` : '';
  return `No replay is by ${JSON.stringify(player)}. Players found: ${named}${more}.`;
}

function missingMap(md5: string): NotStudied {
  return new NotStudied(`No beatmap with the MD5 ${md5} was found.`);
}

/** The folders in which the replays lie, and the library of the service, if there is one. */
async function defaultPlaces(paths: readonly string[], dataDir: string): Promise<string[]> {
  const places: string[] = [];
  for (const path of [...paths, join(dataDir, 'beatmaps')]) {
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) places.push(path);
  }
  return places;
}
