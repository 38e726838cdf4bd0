import { Failure } from '../../failure.ts';
import { applyDifficultyMods, hasMod, type Mods } from '../mods/index.ts';
import type { Millis, OsuPoint } from '../units.ts';
import type { Beatmap, HitObject } from './beatmap.ts';
import { type ComboInfo, computeCombos } from './combos.ts';
import { mirrorPoint, type SliderPath, sliderPath, vertexAt } from './curves/slider-path.ts';
import type { PlayableMap, PlayableObject } from './playable-map.ts';
import { lazerSliderTiming } from './sliders/lazer-slider-timing.ts';
import { type BallTrack, ballAt } from './sliders/slider-ball.ts';
import type { SliderPointTiming, SliderTiming } from './sliders/slider-timing.ts';
import { stableSliderTiming } from './sliders/stable-slider-timing.ts';
import { rampedClock, type SongClock, steadyClock } from './song-clock.ts';
import { type Stackable, stackHeights } from './stacking.ts';
import { type Timing, timingOf } from './timing.ts';
import { createWorkBudget, type WorkBudget } from './work-budget.ts';

type PrepareMods = Pick<Mods, 'rules' | 'acronyms' | 'difficulty' | 'mirror' | 'clockRate'> &
  Partial<Pick<Mods, 'ramp'>>;

/** Makes a beatmap playable under mods: difficulty, mirroring, sliders in time, combos, stacks. Only osu!standard. */
export function prepareMap(beatmap: Beatmap, mods: PrepareMods): PlayableMap {
  if (beatmap.general.mode !== 0) {
    throw new Failure('beatmap/wrong-mode', `The map is for mode ${beatmap.general.mode}, only mode 0 can be played.`);
  }
  const { rules } = mods;
  const { stackLeniency } = beatmap.general;
  const { cs, ar, od, hp } = applyDifficultyMods(beatmap.difficulty, mods);
  const scale = ((1 - (0.7 * (cs - 5)) / 5) / 2) * 1.00041;
  const radius = 64 * (rules === 'lazer' ? Math.fround(scale) : scale);
  const preempt = Math.trunc(difficultyRange(ar, 1800, 1200, 450));
  const timing = timingOf(beatmap);

  const budget = createWorkBudget();
  const placed = beatmap.objects.map((object) => placeObject(object, { beatmap, timing, mods, budget }));
  const heights = stackHeights(placed, {
    formatVersion: beatmap.formatVersion,
    threshold: rules === 'stable' ? Math.fround(preempt * stackLeniency) : preempt * stackLeniency,
    spendSteps: budget.spendStackSteps,
  });
  const combos = computeCombos(beatmap);
  let comboStart = 0;
  return {
    beatmap,
    rules,
    cs,
    ar,
    od,
    hp,
    clockRate: mods.clockRate,
    songClock: createSongClock(mods, placed),
    radius,
    preempt,
    fadeIn: 400 * Math.min(1, preempt / 450),
    timing,
    objects: placed.map((object, index) => {
      const offset = (heights[index]! * radius) / 10;
      const combo = combos[index]!;
      if (combo.newCombo) comboStart = object.startTime;
      const appears = (hasMod(mods, 'FR') ? comboStart : object.startTime) - preempt;
      return toPlayable(object, { index, appears, stackHeight: heights[index]!, offset, combo });
    }),
  };
}

function createSongClock({ ramp = null, clockRate }: PrepareMods, objects: readonly PlacedObject[]): SongClock {
  if (ramp === null) return steadyClock(clockRate);
  const start = objects[0]?.startTime ?? 0;
  return rampedClock(ramp, { start, end: objects.reduce((latest, { endTime }) => Math.max(latest, endTime), start) });
}

/** A value for a difficulty of 0, 5 or 10, and in a straight line between and beyond. */
export function difficultyRange(difficulty: number, low: number, middle: number, high: number): number {
  if (difficulty > 5) return middle + ((high - middle) * (difficulty - 5)) / 5;
  if (difficulty < 5) return middle - ((middle - low) * (5 - difficulty)) / 5;
  return middle;
}

/** An object in time and, mirrored but not stacked, in place. */
type PlacedObject = Stackable & { readonly source: HitObject } & (
    | { readonly kind: 'circle' | 'spinner' }
    | { readonly kind: 'slider'; readonly path: SliderPath; readonly course: SliderTiming }
  );

interface PlacementContext {
  readonly beatmap: Beatmap;
  readonly timing: Timing;
  readonly mods: PrepareMods;
  readonly budget: WorkBudget;
}

function placeObject(source: HitObject, { beatmap, timing, mods, budget }: PlacementContext): PlacedObject {
  const whole = (t: Millis) => (mods.rules === 'stable' ? Math.trunc(t) : t);
  const startTime = whole(source.time);
  if (source.kind !== 'slider') {
    const at = source.kind === 'circle' ? mirrorPoint(source.at, mods.mirror) : source.at;
    const endTime = source.kind === 'spinner' ? whole(source.endTime) : startTime;
    return { source, kind: source.kind, startTime, endTime, at, endPosition: at, pathEndPosition: at };
  }
  const at = mirrorPoint(source.at, mods.mirror);
  const path = sliderPath(source, {
    rules: mods.rules,
    formatVersion: beatmap.formatVersion,
    mirror: mods.mirror,
    budget,
  });
  const layOut = mods.rules === 'stable' ? stableSliderTiming : lazerSliderTiming;
  const course = layOut(source, path, { beatmap, timing, budget });
  const pathEndsAt = translate(at, vertexAt(path, path.xs.length - 1));
  const endsAt = course.spans % 2 === 0 ? at : pathEndsAt;
  return {
    source,
    kind: 'slider',
    startTime,
    endTime: course.endTime,
    at,
    endPosition: endsAt,
    pathEndPosition: pathEndsAt,
    path,
    course,
  };
}

interface Placement {
  readonly index: number;
  readonly appears: Millis;
  readonly stackHeight: number;
  /** Osu! pixels up and left. */
  readonly offset: number;
  readonly combo: ComboInfo;
}

function toPlayable(object: PlacedObject, { index, appears, stackHeight, offset, combo }: Placement): PlayableObject {
  const { source, startTime, endTime } = object;
  const at = stackedPosition(object.at, offset);
  const shared = { index, source, startTime, endTime, appears, at, stackHeight, ...combo };
  if (object.kind !== 'slider') return { kind: object.kind, ...shared };
  const { kind, path, course } = object;
  const { spans, spanDuration, velocity, motion } = course;
  const rolling = { at, startTime, endTime, spans, path, motion };
  const pathEndsAt = stackedPosition(object.pathEndPosition, offset);
  const points = course.points.map((point) => {
    const { kind, span, time, judgedAt } = point;
    return { kind, span, time, judgedAt, at: sliderPointPosition(point, rolling, pathEndsAt) };
  });
  const endsAt = stackedPosition(object.endPosition, offset);
  return { kind, ...shared, path, spans, spanDuration, velocity, motion, points, endPosition: endsAt };
}

function sliderPointPosition(point: SliderPointTiming, slider: BallTrack, pathEndsAt: OsuPoint): OsuPoint {
  if (point.kind === 'tick') return ballAt(slider, point.time);
  return point.span % 2 === 0 ? pathEndsAt : slider.at;
}

/** Up and left, where a stack grows. */
function stackedPosition({ x, y }: OsuPoint, offset: number): OsuPoint {
  return { x: x - offset, y: y - offset };
}

function translate(point: OsuPoint, by: OsuPoint): OsuPoint {
  return { x: point.x + by.x, y: point.y + by.y };
}
