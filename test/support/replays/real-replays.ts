import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Replay, readReplay } from '../../../src/game/replay/index.ts';
import { sharedData } from '../files/shared-data.ts';

const replays = new Map<string, Replay>();

/** Reads a replay of the shared data, once for all test files of a process: decompressing them takes seconds. */
export function readRealReplay(path: string): Replay {
  const replay = replays.get(path) ?? readReplay(new Uint8Array(readFileSync(join(sharedData!, path))));
  replays.set(path, replay);
  return replay;
}
