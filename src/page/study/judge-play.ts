import { Failure } from '../../failure.ts';
import { createRosuPp } from '../../game/pp/index.ts';
import { type PlayFiles, studyPlay } from '../../game/study/index.ts';
import type { FromStudyWorker } from './judge-in-worker.ts';

const pp = createRosuPp();

/** Judges one play; returns why if it cannot be judged. */
export function judgePlay(files: PlayFiles): FromStudyWorker {
  try {
    return { play: studyPlay(files, pp) };
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, message: error.message };
    throw error;
  }
}
