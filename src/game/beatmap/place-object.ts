import type { Mods } from '../mods/index.ts';
import type { Millis, OsuPoint } from '../units.ts';
import type { Beatmap, HitObject } from './beatmap.ts';
import { mirrorPoint, type SliderPath, sliderPath, vertexAt } from './curves/slider-path.ts';
import { lazerSliderTiming } from './sliders/lazer-slider-timing.ts';
import type { SliderTiming } from './sliders/slider-timing.ts';
import { stableSliderTiming } from './sliders/stable-slider-timing.ts';
import type { Stackable } from './stacking.ts';
import type { Timing } from './timing.ts';
import type { WorkBudget } from './work-budget.ts';

/** An object with its times and its position, mirrored but not stacked. */
export type PlacedObject = PlacedCircle | PlacedSlider | PlacedSpinner;

interface Placed extends Stackable {
  readonly source: HitObject;
}

interface PlacedCircle extends Placed {
  readonly kind: 'circle';
}

interface PlacedSpinner extends Placed {
  readonly kind: 'spinner';
}

/** A slider with its path and its times. */
export interface PlacedSlider extends Placed {
  readonly kind: 'slider';
  readonly path: SliderPath;
  readonly sliderTiming: SliderTiming;
}

/** What the place and the times of an object depend on. */
export interface PlacementContext {
  readonly beatmap: Beatmap;
  readonly timing: Timing;
  readonly mods: Pick<Mods, 'rules' | 'mirror'>;
  readonly budget: WorkBudget;
}

/** Mirrors an object and computes the path and the times of a slider. */
export function placeObject(source: HitObject, { beatmap, timing, mods, budget }: PlacementContext): PlacedObject {
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

function translate(point: OsuPoint, by: OsuPoint): OsuPoint {
  return { x: point.x + by.x, y: point.y + by.y };
}
