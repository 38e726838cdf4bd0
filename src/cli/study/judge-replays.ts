import { fileURLToPath } from 'node:url';
import { type Child, ChildError, startChild } from '../../children/index.ts';
import type { StudiedPlay } from '../../game/study/index.ts';
import { resourcesPerRender } from '../wiring/render-resources.ts';
import { type FoundReplay, NotStudied } from './find-replays.ts';

/** A replay with the file that contains its map. */
export interface LocatedReplay extends FoundReplay {
  readonly map: string;
}

/** One file for a child to judge. */
export type StudyTask = Omit<LocatedReplay, 'copies'>;

export interface JudgeReplaysOptions {
  readonly onPlay: (play: StudiedPlay, file: string) => void;
  /** Called for a file that cannot be judged, or whose replay has been judged. */
  readonly onSkip: (file: string, reason: unknown) => void;
  /** Called when all files of a replay are done. */
  readonly onDone: () => void;
  readonly signal: AbortSignal;
  /** The child's program as JavaScript; tests that run from source pass one that they have built. */
  readonly childPath?: string | undefined;
}

type StudyChild = Child<StudyTask, never, StudiedPlay>;

/** The largest map that is accepted takes a few seconds. */
const cpuLimitMs = 60_000;
const heapMb = 1024;
/** What a child takes with ordinary maps. */
const usualMb = 200;

/** Judges replays in one child process per core. A child that a replay has ended is replaced. */
export async function judgeReplays(replays: readonly LocatedReplay[], options: JudgeReplaysOptions): Promise<void> {
  const { childPath = fileURLToPath(new URL('./study-child.js', import.meta.url)) } = options;
  const queue = replays.values();

  async function judgeFromQueue(): Promise<void> {
    let child = startStudyChild(childPath);
    const judgeFile = async (task: StudyTask): Promise<StudiedPlay | null> => {
      if (!child.isAlive) child = startStudyChild(childPath);
      return await judgeOne(child, task, options);
    };
    try {
      // All children take their tasks from the same iterator.
      for (const replay of queue) await judgeCopies(replay, judgeFile, options);
    } finally {
      await child.stop();
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxChildren(), replays.length) }, judgeFromQueue));
}

/** Judges the first readable file of a replay, and skips the others. */
async function judgeCopies(
  { path, copies, beatmapMd5, map }: LocatedReplay,
  judgeFile: (task: StudyTask) => Promise<StudiedPlay | null>,
  { onPlay, onSkip, onDone }: JudgeReplaysOptions,
): Promise<void> {
  let judged: string | null = null;
  for (const file of [path, ...copies]) {
    if (judged !== null) {
      onSkip(file, new NotStudied(`It is the same replay as ${JSON.stringify(judged)}.`));
      continue;
    }
    const play = await judgeFile({ path: file, beatmapMd5, map });
    if (play === null) continue;
    judged = file;
    onPlay(play, file);
  }
  onDone();
}

/** Null if the file cannot be judged. */
async function judgeOne(
  child: StudyChild,
  task: StudyTask,
  { onSkip, signal }: JudgeReplaysOptions,
): Promise<StudiedPlay | null> {
  try {
    return await child.perform(task, { signal, cpuLimitMs });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ChildError && error.kind === 'not-started') throw error;
    onSkip(
      task.path,
      error instanceof ChildError ? new NotStudied(`It cannot be judged: ${firstLine(error.message)}`) : error,
    );
    return null;
  }
}

/** One for each core, as far as memory allows. */
function maxChildren(): number {
  const { cores, memoryMb } = resourcesPerRender();
  return Math.max(1, Math.min(cores, Math.floor(memoryMb / usualMb)));
}

function startStudyChild(program: string): StudyChild {
  // A confined child of root cannot read the files of other users, which this process has found.
  return startChild({ program, heapMb, isConfined: false });
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line;
}
