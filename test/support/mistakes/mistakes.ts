import { type FoundMistake, findMistakes } from '../../../src/game/mistakes/index.ts';
import { playedFrames } from '../../../src/game/play/index.ts';
import type { MapSections } from '../beatmaps/map-text.ts';
import { modsFor, moving, type Playing, playOf, type Row, replayOf } from '../replays/build-play.ts';

/** The mistakes of a made-up play. */
export function mistakesOf(map: MapSections, rows: readonly Row[], playing: Playing = {}): FoundMistake[] {
  const play = playOf(map, rows, playing);
  return findMistakes(play, playedFrames(replayOf(rows, playing).frames, play.map.beatmap), modsFor(playing));
}

/** The causes of all mistakes: `#0 circle aim`. */
export function causesOf(mistakes: readonly FoundMistake[]): string[] {
  return mistakes.map(({ object, part, cause }) => `#${object} ${part} ${cause}`);
}

type Tap = readonly [time: number, x: number, y?: number];

/**
 * Frames every 10 ms until `until` that rest at each tap until 20 ms after it, then at `rest`. Each tap is held for 5 ms.
 */
export function tapping(taps: readonly Tap[], until = 3000, rest: readonly [number, number] = [100, 300]): Row[] {
  const placeAt = (t: number): readonly [number, number] => {
    const next = taps.find(([time]) => t > time - 20 && t < time + 20);
    return next === undefined ? rest : [next[1], next[2] ?? 100];
  };
  const idle = moving(0, until, 10, (t) => [...placeAt(t), 0]);
  const held = taps.flatMap(([time, x, y = 100]): Row[] => [
    [time, x, y, 1],
    [time + 5, x, y, 0],
  ]);
  const times = new Set(held.map(([time]) => time));
  const inTap = (t: number) => taps.some(([time]) => t > time && t < time + 5);
  return [...idle.filter(([time]) => !times.has(time) && !inTap(time)), ...held].sort(([a], [b]) => a - b);
}
