import { parseBeatmap } from '../../../src/game/beatmap/index.ts';
import { lazerMods, type Mods, stableMods } from '../../../src/game/mods/index.ts';
import { judge, type Play } from '../../../src/game/play/index.ts';
import type { LazerMod, Replay } from '../../../src/game/replay/index.ts';
import { type MapSections, mapBytes } from '../beatmaps/map-text.ts';
import { buildFrames, buildReplay } from './build-replay.ts';

export type Row = readonly [time: number, x: number, y: number, keys: number];

/** Nobody presses anything, for longer than any map takes: a recording that stops early is a play that failed. */
export const untouched: readonly Row[] = [
  [0, 256, 192, 0],
  [3_600_000, 256, 192, 0],
];

/** How a made-up play was played; without anything: by a stable client of 2025, without mods. */
export interface Playing {
  readonly ignoreFail?: boolean;
  readonly modBits?: number;
  /** Given: played in lazer, with these mods. */
  readonly lazer?: readonly (string | LazerMod)[];
  /** What lazer says of it, where it says anything. */
  readonly rank?: string;
  /** Day of the client, as YYYYMMDD. */
  readonly client?: number;
}

export const modBit = { NF: 1, EZ: 2, HR: 16, SD: 32, DT: 64, RX: 128, HT: 256, SO: 4096, PF: 16384, V2: 536870912 };

/** Judges rows of frames on a map of a few lines: CS 5 (radius 32.01), OD 5 (windows 50, 100, 150), seen 1,200 ms ahead. */
export function playOf(map: MapSections, rows: readonly Row[], playing: Playing = {}): Play {
  return judge(parseBeatmap(mapBytes(map)).beatmap, replayOf(rows, playing), modsFor(playing), playing);
}

export function replayOf(rows: readonly Row[], playing: Playing = {}): Replay {
  const client = playing.client ?? 20250108;
  const { header } = buildReplay();
  return {
    header: {
      ...header,
      version: playing.lazer ? 30000016 : client,
      modBits: playing.modBits ?? 0,
      playedAtUnixMs: Date.UTC(Math.trunc(client / 10000), (Math.trunc(client / 100) % 100) - 1, client % 100),
      frames: { offset: 0, length: 1 },
      scoreInfo: null,
    },
    frames: buildFrames(rows),
    seed: null,
    scoreInfo: playing.rank === undefined ? null : { ...noScoreInfo, rank: playing.rank },
  };
}

const noScoreInfo = { mods: [], statistics: {}, maximumStatistics: {}, clientVersion: '', totalScoreWithoutMods: null };

/** The mods of a made-up play. */
export function modsFor({ lazer, modBits = 0 }: Playing): Mods {
  if (!lazer) return stableMods(modBits);
  return lazerMods(lazer.map((mod) => (typeof mod === 'string' ? { acronym: mod, settings: {} } : mod)));
}

/** Presses of the left button, each let go 5 ms later, and a last frame far away at `until`. */
export function taps(presses: readonly (readonly [time: number, x: number, y: number])[], until: number): Row[] {
  const rows: Row[] = presses.flatMap(([time, x, y]): Row[] => [
    [time - 1, x, y, 0],
    [time, x, y, 1],
    [time + 5, x, y, 0],
  ]);
  return [...rows, [until, 0, 0, 0]];
}

/** A frame every `step` ms from one time to another, wherever `at` says. */
export function moving(
  from: number,
  to: number,
  step: number,
  at: (t: number) => readonly [number, number, number],
): Row[] {
  const rows: Row[] = [];
  for (let t = from; t <= to; t += step) rows.push([t, ...at(t)]);
  return rows;
}

/** Every judgement in short: `#0 circle great`. */
export function verdicts(play: Play): string[] {
  return play.judgements.map(({ object, part, result }) => `#${object} ${part} ${result}`);
}
