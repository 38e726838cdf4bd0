import { sliderPath } from '../../../src/game/beatmap/curves/slider-path.ts';
import {
  type Beatmap,
  type PlayableMap,
  prepareMap,
  timingOf,
  uninheritedPointAt,
} from '../../../src/game/beatmap/index.ts';
import { createWorkBudget } from '../../../src/game/beatmap/work-budget.ts';
import { lazerMods } from '../../../src/game/mods/index.ts';
import { type PublishedObject, publishedRandom } from './random.ts';
import { publishedTargets } from './targets.ts';

interface Difference {
  /** Osu! pixels between the two implementations: the largest of all objects and of the vertices of all sliders. */
  readonly distance: number;
  readonly objects: number;
}

const unmirrored = { horizontally: false, vertically: false };

/** Compares the positions of the Random mod in both implementations, without stacking. */
export function compareRandom(beatmap: Beatmap, settings: { seed: number; angle_sharpness?: number }): Difference {
  const flat = { ...beatmap, general: { ...beatmap.general, stackLeniency: 0 } };
  const original = prepareMap(flat, lazerMods([]));
  const moved = prepareMap(flat, lazerMods([{ acronym: 'RD', settings }]));
  const timing = timingOf(beatmap);
  const expected = publishedRandom({
    objects: publishedObjects(original),
    radius: original.radius,
    seed: settings.seed,
    sharpness: settings.angle_sharpness ?? 7,
    beatAt: (time) => {
      const point = uninheritedPointAt(timing, time);
      return { time: point?.time ?? 0, length: point?.beatLength ?? 1000, meter: point?.meter ?? 4 };
    },
    flatten: (i, curve) => {
      const { source } = original.objects[i]!;
      const length = source.kind === 'slider' ? source.length : null;
      const options = { rules: 'lazer', formatVersion: beatmap.formatVersion, mirror: unmirrored } as const;
      return sliderPath({ at: { x: 0, y: 0 }, curve, length }, { ...options, budget: createWorkBudget() });
    },
  });
  const distances = moved.objects.flatMap((object, i) => {
    if (object.kind === 'spinner') return [0];
    const offset = (object.stackHeight * moved.radius) / 10;
    const { x, y, path } = expected[i]!;
    const head = Math.hypot(object.at.x + offset - x, object.at.y + offset - y);
    if (object.kind === 'circle' || path === null) return [head];
    const { xs, ys } = object.path;
    if (xs.length !== path.xs.length) return [Number.POSITIVE_INFINITY];
    return [head, ...Array.from(xs, (vertex, k) => Math.hypot(vertex - path.xs[k]!, ys[k]! - path.ys[k]!))];
  });
  return { distance: distances.reduce((a, b) => Math.max(a, b), 0), objects: moved.objects.length };
}

function publishedObjects({ objects }: PlayableMap): PublishedObject[] {
  let index = -1;
  return objects.map((object) => {
    const { kind, source } = object;
    index = kind === 'spinner' ? index + 1 : object.comboNumber - 1;
    return {
      type: kind,
      start: object.startTime,
      x: source.at.x,
      y: source.at.y,
      newCombo: object.newCombo,
      indexInCombo: index,
      spans: kind === 'slider' ? object.spans : 1,
      curve:
        source.kind === 'slider'
          ? source.curve.map((segment) => ({
              ...segment,
              points: segment.points.map(({ x, y }) => ({ x: x - source.at.x, y: y - source.at.y })),
            }))
          : [],
    };
  });
}

/** Compares times, positions and combos of Target Practice in both implementations. */
export function compareTargets(
  beatmap: Beatmap,
  settings: { seed: number; beat_length_divisor?: number },
): Difference & { readonly sameTimesAndCombos: boolean } {
  const original = prepareMap(beatmap, lazerMods([]));
  const moved = prepareMap(beatmap, lazerMods([{ acronym: 'TP', settings }]));
  const expected = publishedTargets({
    objects: original.objects.map(({ startTime, endTime, comboIndex }) => ({
      start: startTime,
      end: endTime,
      comboIndex,
    })),
    beats: original.timing.uninheritedPoints.map(({ time, beatLength }) => ({ time, length: beatLength })),
    breaks: beatmap.breaks,
    radius: original.radius,
    seed: settings.seed,
    divisor: settings.beat_length_divisor ?? 1,
    kiai: beatmap.timingPoints.findLast(({ time }) => time <= 1)?.kiai ?? false,
  });
  const distances = moved.objects.map(({ at }, i) => Math.hypot(at.x - expected[i]!.x, at.y - expected[i]!.y));
  const listed = moved.objects.map(({ startTime, comboIndex, comboNumber }) => [startTime, comboIndex, comboNumber]);
  const wanted = expected.map(({ time, comboIndex, comboNumber }) => [time, comboIndex, comboNumber]);
  return {
    distance: distances.reduce((a, b) => Math.max(a, b), 0),
    objects: moved.objects.length,
    sameTimesAndCombos: JSON.stringify(listed) === JSON.stringify(wanted),
  };
}
