import { PublishedGenerator, published, publishedTurn } from './random.ts';

// A second implementation of lazer's Target Practice, written from the published rules and independent of
// src/game/beatmap/target-practice: it filters whole lists, as the rules are stated, without looking ahead.

export interface OriginalObject {
  readonly start: number;
  readonly end: number;
  readonly comboIndex: number;
}

export interface TargetMap {
  /** In order of their times. */
  readonly objects: readonly OriginalObject[];
  readonly beats: readonly { readonly time: number; readonly length: number }[];
  readonly breaks: readonly { readonly start: number; readonly end: number }[];
  readonly radius: number;
  readonly seed: number;
  readonly divisor: number;
  readonly kiai: boolean;
}

export interface PublishedTarget {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly comboIndex: number;
  readonly comboNumber: number;
}

const { vector, float, plus, minus, length, angle, direction, pi } = published;
const clearlyBigger = (a: number, b: number) => a - 1 > b;
const aboutBigger = (a: number, b: number) => a > b - 1;

/** The targets that replace the objects of a map. */
export function publishedTargets(map: TargetMap): PublishedTarget[] {
  const times = beatTimes(map);
  const original = times.map((time) => map.objects.findLast((each) => aboutBigger(time, each.start))?.comboIndex ?? 0);
  const groups = [...new Set(original)];
  const combos = original.map((index) => groups.indexOf(index));
  const positions = place(map, combos);
  return times.map((time, i) => {
    const comboNumber = combos.slice(0, i + 1).filter((combo) => combo === combos[i]).length;
    return { time, x: positions[i]![0]!, y: positions[i]![1]!, comboIndex: combos[i]!, comboNumber };
  });
}

function beatTimes({ objects, beats, breaks, divisor }: TargetMap): number[] {
  const start = objects[0]!.start;
  const end = Math.max(...objects.map((object) => object.end));
  const pointAt = (time: number) => beats.findLast((beat) => beat.time <= time) ?? beats[0]!;
  const times: number[] = [];
  for (const beat of beats.filter(({ time }) => !clearlyBigger(time, end))) {
    let i = 0;
    let time = beat.time;
    while (!clearlyBigger(time, end) && pointAt(time) === beat) {
      times.push(Math.floor(time));
      i++;
      time = beat.time + i * (beat.length / divisor);
    }
  }
  const periods = breaks.map(({ start, end }) => ({
    start,
    after: objects.find((object) => aboutBigger(object.start, end)),
  }));
  const inBreak = (time: number) =>
    periods.some(({ start, after }) => {
      return aboutBigger(time, start) && (after === undefined || clearlyBigger(after.start, time));
    });
  const kept = times.filter((time) => aboutBigger(time, start)).filter((time) => !inBreak(time));
  for (let i = kept.length - 2; i >= 0; i--) {
    const gap = kept[i + 1]! - kept[i]!;
    if (!clearlyBigger(gap, pointAt(kept[i]!).length / 2 / divisor)) kept.splice(i, 1);
  }
  return kept;
}

function place(map: TargetMap, combos: readonly number[]): Float32Array[] {
  const rng = new PublishedGenerator(map.seed);
  const turn = float(2 * pi);
  const anyAngle = () => float(turn * float(rng.double()));
  const radius = float(map.radius);
  const positions: Float32Array[] = [];
  let heading = anyAngle();
  const last = combos.at(-1) ?? 0;
  for (const [i, combo] of combos.entries()) {
    let distance = radius;
    if (last !== 0) distance = float(float(float(combo * float(333 - radius)) / last) + radius);
    if (combos[i - 1] !== combo) distance = float(distance * 1.5);
    if (map.kiai) distance = float(distance * float(1.2));
    if (distance > 380) distance = 380;
    const from = positions[i - 1] ?? vector(256, 192);
    let tries = 0;
    let position: Float32Array;
    do {
      if (tries > 0) heading = anyAngle();
      const step = publishedTurn(from, direction(distance, heading), 0.75);
      heading = angle(step);
      position = plus(from, step);
      for (const [axis, size] of [512, 384].entries()) {
        if (position[axis]! < radius) position[axis] = radius;
        else if (position[axis]! > float(size - radius)) position[axis] = size - radius;
      }
      tries++;
      if (tries % 10 === 0) distance = float(distance * float(0.9));
    } while (
      distance >= radius * 2 &&
      positions.slice(Math.max(0, i - 5), i).some((other) => length(minus(other, position)) < radius * 2)
    );
    positions.push(position);
    if (combos[i + 1] !== combo) heading = anyAngle();
    else heading = float(heading + float(float(distance / 380) * float(anyAngle() - pi)));
  }
  return positions;
}
