import { Failure } from '../../failure.ts';
import { applyDifficultyMods, hasMod, type Mods } from '../mods/index.ts';
import type { Millis, OsuPoint } from '../units.ts';
import type { Beatmap } from './beatmap.ts';
import { type ComboInfo, computeCombos } from './combos.ts';
import { lastObjectEnd } from './map-length.ts';
import { type PlacedObject, type PlacementContext, placeObject } from './place-object.ts';
import { randomisePositions } from './placement/randomise-positions.ts';
import type { PlayableMap, PlayableObject } from './playable-map.ts';
import { type BallTrack, ballAt } from './sliders/slider-ball.ts';
import type { SliderPointTiming } from './sliders/slider-timing.ts';
import { rampedClock, type SongClock, steadyClock } from './song-clock.ts';
import { stackHeights } from './stacking.ts';
import { createTargets } from './target-practice/targets.ts';
import { timingOf } from './timing.ts';
import { createWorkBudget } from './work-budget.ts';

/** The mods that change a map. */
type PrepareMods = Pick<Mods, 'rules' | 'acronyms' | 'difficulty' | 'mirror' | 'clockRate' | 'ramp' | 'conversion'>;

/** Applies mods to an osu!standard beatmap: difficulty, mirroring, slider timing, combos, stacking and new positions. */
export function prepareMap(beatmap: Beatmap, mods: PrepareMods): PlayableMap {
  if (beatmap.general.mode !== 0) {
    throw new Failure(
      'beatmap/wrong-mode',
      `The map is for game mode ${beatmap.general.mode}; only mode 0 is supported.`,
    );
  }
  const { rules } = mods;
  const { cs, ar, od, hp } = applyDifficultyMods(beatmap.difficulty, mods);
  const scale = ((1 - (0.7 * (cs - 5)) / 5) / 2) * 1.00041;
  const radius = 64 * (rules === 'lazer' ? Math.fround(scale) : scale);
  const preempt = Math.trunc(difficultyRange(ar, [1800, 1200, 450]));
  const timing = timingOf(beatmap);
  const layout = layOut({ beatmap, timing, mods, budget: createWorkBudget(), radius, preempt });
  let comboStart = 0;
  return {
    beatmap,
    rules,
    cs,
    ar,
    od,
    hp,
    clockRate: mods.clockRate,
    songClock: createSongClock(mods, layout.objects),
    radius,
    preempt,
    fadeIn: 400 * Math.min(1, preempt / 450),
    timing,
    objects: layout.objects.map((object, index) => {
      const stackHeight = layout.stackHeights[index] ?? 0;
      const combo = layout.combos[index]!;
      if (combo.newCombo) comboStart = object.startTime;
      const appears = (hasMod(mods, 'FR') ? comboStart : object.startTime) - preempt;
      return toPlayable(object, { index, appears, stackHeight, stackOffset: (stackHeight * radius) / 10, combo });
    }),
  };
}

interface LayoutContext extends PlacementContext {
  readonly mods: PrepareMods;
  readonly radius: number;
  readonly preempt: Millis;
}

/** The objects of a play before stacking moves them. */
interface Layout {
  readonly objects: readonly PlacedObject[];
  readonly combos: readonly ComboInfo[];
  /** Objects that are not stacked may be left out. */
  readonly stackHeights: ArrayLike<number>;
}

/** Lazer stacks objects where the map has them, and moves or replaces them afterwards (rule RN9). */
function layOut(context: LayoutContext): Layout {
  const { beatmap, mods, budget, preempt } = context;
  const { random, targetPractice } = mods.conversion;
  const { stackLeniency } = beatmap.general;
  const objects = beatmap.objects.map((object) => placeObject(object, context));
  const combos = computeCombos(beatmap);
  if (targetPractice !== null) {
    return { ...createTargets(objects, { ...context, settings: targetPractice, combos }), stackHeights: [] };
  }
  const heights = stackHeights(objects, {
    formatVersion: beatmap.formatVersion,
    threshold: mods.rules === 'stable' ? Math.fround(preempt * stackLeniency) : preempt * stackLeniency,
    spendSteps: budget.spendStackSteps,
  });
  const moved = random === null ? objects : randomisePositions(objects, { ...context, settings: random, combos });
  return { objects: moved, combos, stackHeights: heights };
}

function createSongClock({ ramp, clockRate }: PrepareMods, objects: readonly PlacedObject[]): SongClock {
  if (ramp === null) return steadyClock(clockRate);
  const start = objects[0]?.startTime ?? 0;
  return rampedClock(ramp, { start, end: lastObjectEnd(objects, start) });
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
