import type { Mistake } from '../../../src/game/mistakes/index.ts';
import type { Row } from '../replays/build-play.ts';
import type { SceneParts } from '../scene/build-scene.ts';

// A small play with mistakes: the circle is pressed beside it, the next one late, and the slider is left at its middle.

const positions: readonly (readonly [time: number, x: number, y: number])[] = [
  [0, 60, 100],
  [1900, 60, 100],
  [2000, 150, 130],
  [2300, 300, 120],
  [2400, 305, 118],
  [3000, 200, 250],
  [3500, 300, 250],
  [3700, 330, 330],
  [9001, 330, 330],
];
const presses: readonly (readonly [from: number, to: number, keys: number])[] = [
  [2000, 2060, 5],
  [2380, 2440, 10],
  [2990, 4050, 5],
];

function rowAt(time: number): Row {
  const next = positions.findIndex(([at]) => at > time);
  const [from, to] = [positions[next - 1]!, positions[next]!];
  const progress = (time - from[0]) / (to[0] - from[0]);
  const keys = presses.find(([start, end]) => time >= start && time < end)?.[2] ?? 0;
  return [time, from[1] + (to[1] - from[1]) * progress, from[2] + (to[2] - from[2]) * progress, keys];
}

/** The map and the frames of the play. Circles have a radius of 32 osu! pixels. */
export const mistakenPlay = {
  objects: ['100,100,2000,5,0', '300,120,2320,1,0', '200,250,3000,2,0,L|400:250,1,200', '256,192,5000,12,0,7000'],
  frames: Array.from({ length: 901 }, (_, i) => rowAt(i * 10)),
} satisfies SceneParts;

/** Its mistakes, written by hand. */
export const mistakes = {
  aim: {
    object: 0,
    part: 'circle',
    time: 2150,
    result: 'miss',
    cause: 'aim',
    errorMs: 0,
    distancePx: 58.3,
    direction: 31,
    press: { time: 2000, at: { x: 150, y: 130 } },
    cursor: { time: 2000, at: { x: 150, y: 130 } },
  },
  timing: {
    object: 1,
    part: 'circle',
    time: 2380,
    result: 'ok',
    cause: 'timing',
    errorMs: 60,
    distancePx: 4.3,
    press: { time: 2380, at: { x: 304, y: 118.4 } },
    cursor: { time: 2380, at: { x: 304, y: 118.4 } },
  },
  slider: {
    object: 2,
    part: 'slider',
    time: 4000,
    result: 'ok',
    cause: 'slider-left',
    distancePx: 80.1,
    cursor: { time: 3680, at: { x: 327, y: 322 } },
  },
  spinner: {
    object: 3,
    part: 'spinner',
    time: 7000,
    result: 'miss',
    cause: 'spinner-short',
    spins: { turns: 0, required: 6, rpm: 0 },
  },
} as const satisfies Record<string, Mistake>;
