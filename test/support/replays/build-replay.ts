import type { ReplayFrames, WritableReplay } from '../../../src/game/replay/index.ts';

/** Builds frames from rows of time, x, y and keys. */
export function buildFrames(
  rows: readonly (readonly [time: number, x: number, y: number, keys: number])[],
): ReplayFrames {
  return {
    count: rows.length,
    times: Float64Array.from(rows, (row) => row[0]),
    xs: Float32Array.from(rows, (row) => row[1]),
    ys: Float32Array.from(rows, (row) => row[2]),
    keys: Uint8Array.from(rows, (row) => row[3]),
  };
}

/** Builds frames of a winding cursor with a press every fourth frame, which compress like real ones. */
export function windingFrames(count: number): ReplayFrames {
  return buildFrames(
    Array.from({ length: count }, (_, i) => [
      i * 16 + (i % 3),
      Math.round((256 + 200 * Math.sin(i / 31)) * 1000) / 1000,
      Math.round((192 + 150 * Math.cos(i / 47)) * 1000) / 1000,
      i % 4 === 0 ? 5 : 0,
    ]),
  );
}

/** Builds an ordinary stable play with some changes. */
export function buildReplay(
  changes: Partial<Omit<WritableReplay, 'header'>> & { header?: Partial<WritableReplay['header']> } = {},
): WritableReplay {
  return {
    frames: windingFrames(200),
    seed: 4711,
    scoreInfo: null,
    ...changes,
    header: {
      mode: 0,
      version: 20250108,
      beatmapMd5: '0123456789abcdef0123456789abcdef',
      player: 'プレイヤー one',
      replayMd5: 'fedcba9876543210fedcba9876543210',
      counts: { n300: 300, n100: 20, n50: 3, geki: 40, katu: 5, miss: 2 },
      score: 1234567,
      maxCombo: 321,
      perfect: false,
      modBits: 8 | 64,
      lifeGraph: [
        { time: 100, health: 1 },
        { time: 2100, health: 0.5 },
      ],
      playedAtUnixMs: Date.UTC(2025, 0, 8, 12),
      onlineId: 9007199254740993n,
      ...changes.header,
    },
  };
}
