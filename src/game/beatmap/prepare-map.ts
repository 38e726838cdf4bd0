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

/** The mods that change a map. */
type PrepareMods = Pick<Mods, 'rules' | 'acronyms' | 'difficulty' | 'mirror' | 'clockRate'> &
  Partial<Pick<Mods, 'ramp'>>;

/** Applies mods to an osu!standard beatmap: difficulty, mirroring, slider timing, combos and stacking. */
export function prepareMap(beatmap: Beatmap, mods: PrepareMods): PlayableMap {
  if (beatmap.general.mode !== 0) {
    throw new Failure(
      'beatmap/wrong-mode',
      `The map is for game mode ${beatmap.general.mode}; only mode 0 is supported.`,
    );
  }
  const { rules } = mods;
  const { stackLeniency } = beatmap.general;
  const { cs, ar, od, hp } = applyDifficultyMods(beatmap.difficulty, mods);
  const scale = ((1 - (0.7 * (cs - 5)) / 5) / 2) * 1.00041;
  const radius = 64 * (rules === 'lazer' ? Math.fround(scale) : scale);
  const preempt = Math.trunc(difficultyRange(ar, [1800, 1200, 450]));
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
      const stackHeight = heights[index]!;
      const combo = combos[index]!;
      if (combo.newCombo) comboStart = object.startTime;
      const appears = (hasMod(mods, 'FR') ? comboStart : object.startTime) - preempt;
      return toPlayable(object, { index, appears, stackHeight, stackOffset: (stackHeight * radius) / 10, combo });
    }),
  };
}

function createSongClock({ ramp = null, clockRate }: PrepareMods, objects: readonly PlacedObject[]): SongClock {
  if (ramp === null) return steadyClock(clockRate);
  const start = objects[0]?.startTime ?? 0;
  return rampedClock(ramp, { start, end: objects.reduce((latest, { endTime }) => Math.max(latest, endTime), start) });
}

/** Maps a difficulty to a value: the three values are those at 0, 5 and 10, with linear interpolation and extrapolation. */
export function difficultyRange(
  difficulty: number,
  [low, middle, high]: readonly [low: number, middle: number, high: number],
): number {
  if (difficulty > 5) return middle + ((high - middle) * (difficulty - 5)) / 5;
  if (difficulty < 5) return middle - ((middle - low) * (5 - difficulty)) / 5;
  return middle;
}

/** An object with its times and its position, mirrored but not stacked. */
type PlacedObject = Stackable & { readonly source: HitObject } & (
    | { readonly kind: 'circle' | 'spinner' }
    | { readonly kind: 'slider'; readonly path: SliderPath; readonly sliderTiming: SliderTiming }
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
  const computeTiming = mods.rules === 'stable' ? stableSliderTiming : lazerSliderTiming;
  const sliderTiming = computeTiming(source, path, { beatmap, timing, budget });
  const pathEndPosition = translate(at, vertexAt(path, path.xs.length - 1));
  const endPosition = sliderTiming.spans % 2 === 0 ? at : pathEndPosition;
  const { endTime } = sliderTiming;
  return { source, kind: 'slider', startTime, endTime, at, endPosition, pathEndPosition, path, sliderTiming };
}

interface Placement {
  readonly index: number;
  readonly appears: Millis;
  readonly stackHeight: number;
  /** Osu! pixels by which the stack moves the object up and left. */
  readonly stackOffset: number;
  readonly combo: ComboInfo;
}

function toPlayable(object: PlacedObject, placement: Placement): PlayableObject {
  const { index, appears, stackHeight, stackOffset, combo } = placement;
  const { source, startTime, endTime } = object;
  const at = stackedPosition(object.at, stackOffset);
  const shared = { index, source, startTime, endTime, appears, at, stackHeight, ...combo };
  if (object.kind !== 'slider') return { kind: object.kind, ...shared };

  const { path, sliderTiming } = object;
  const { spans, spanDuration, velocity, motion } = sliderTiming;
  const track = { at, startTime, endTime, spans, path, motion };
  const pathEndPosition = stackedPosition(object.pathEndPosition, stackOffset);
  const points = sliderTiming.points.map((point) => {
    const { kind, span, time, judgedAt } = point;
    return { kind, span, time, judgedAt, at: sliderPointPosition(point, track, pathEndPosition) };
  });
  const endPosition = stackedPosition(object.endPosition, stackOffset);
  return { kind: 'slider', ...shared, path, spans, spanDuration, velocity, motion, points, endPosition };
}

function sliderPointPosition(point: SliderPointTiming, track: BallTrack, pathEndPosition: OsuPoint): OsuPoint {
  if (point.kind === 'tick') return ballAt(track, point.time);
  return point.span % 2 === 0 ? pathEndPosition : track.at;
}

/** Stacks grow up and left. */
function stackedPosition({ x, y }: OsuPoint, offset: number): OsuPoint {
  return { x: x - offset, y: y - offset };
}

function translate(point: OsuPoint, by: OsuPoint): OsuPoint {
  return { x: point.x + by.x, y: point.y + by.y };
}
