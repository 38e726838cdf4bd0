import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { StudyReport } from '../src/game/study/index.ts';
import { sharedData } from '../test/support/files/shared-data.ts';
import { round } from './round.ts';

/** Measures `bin/reprise study` of all shared replays, from the start of the program to the report. Prints one JSON object. */
export async function run(): Promise<void> {
  if (sharedData === null) {
    console.error('There are no shared replays (REPRISE_SHARED_DATA).');
    process.exitCode = 1;
    return;
  }
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(
    'bin/reprise',
    ['study', join(sharedData, 'replays'), '--beatmap', join(sharedData, 'beatmaps'), '--json'],
    { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`study ended with ${status}: ${stderr}`);
  const { players, skipped } = JSON.parse(stdout) as StudyReport;
  const sum = (value: (player: StudyReport['players'][number]) => number) =>
    players.reduce((total, player) => total + value(player), 0);
  console.log(
    JSON.stringify({
      bench: 'study',
      cores: availableParallelism(),
      plays: sum(({ plays }) => plays),
      objects: sum(({ objects }) => objects),
      players: players.length,
      skipped: skipped.length,
      seconds: round(seconds),
    }),
  );
}
