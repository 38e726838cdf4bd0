import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeReplay } from '../osu/replay/index.ts';

/** Puts a small replay of our own making where the README's first command finds it. */
export async function writeDemo(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'demo');
  const path = join(folder, 'demo.osr');
  if (await isThere(path)) return;
  await mkdir(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, demoReplay());
  await rename(unfinished, path);
}

/** Ten seconds of a cursor that goes round in circles and clicks twice a second. */
export function demoReplay(): Uint8Array {
  const count = 600;
  const frame = Array.from({ length: count }, (_, i) => i);
  const angle = (i: number) => (i / 60) * Math.PI;
  return writeReplay({
    header: {
      mode: 0,
      version: 20260101,
      beatmapMd5: '7265707269736520697320612064656d',
      player: 'Reprise',
      replayMd5: '64656d6f207265706c61792066696c65',
      counts: { n300: 20, n100: 0, n50: 0, geki: 5, katu: 0, miss: 0 },
      score: 20_000,
      maxCombo: 20,
      perfect: true,
      modBits: 0,
      lifeGraph: [
        { time: 0, health: 1 },
        { time: 10_000, health: 1 },
      ],
      playedAtUnixMs: Date.UTC(2026, 0, 1),
      onlineId: null,
    },
    frames: {
      count,
      times: Float64Array.from(frame, (i) => Math.round((i * 1000) / 60)),
      xs: Float32Array.from(frame, (i) => 256 + 120 * Math.cos(angle(i))),
      ys: Float32Array.from(frame, (i) => 192 + 120 * Math.sin(angle(i))),
      keys: Uint8Array.from(frame, (i) => (i % 30 < 6 ? 5 : 0)),
    },
    seed: 1,
    scoreInfo: null,
  });
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
