import type { TargetPractice } from '../../mods/index.ts';
import type { HitCircle } from '../beatmap.ts';
import type { ComboInfo } from '../combos.ts';
import type { PlacedObject, PlacementContext } from '../place-object.ts';
import { isKiaiAt } from '../timing.ts';
import { targetBeats } from './beats.ts';
import { targetCombos } from './target-combos.ts';
import { targetPositions } from './target-positions.ts';
import { createTargetSamples } from './target-samples.ts';

interface Options extends Pick<PlacementContext, 'beatmap' | 'timing'> {
  readonly settings: TargetPractice;
  /** The combos of the map's own objects. */
  readonly combos: readonly ComboInfo[];
  /** The radius of a circle, in osu! pixels. */
  readonly radius: number;
}

/** The targets of a map, with their combos. */
export interface Targets {
  readonly objects: readonly PlacedObject[];
  readonly combos: readonly ComboInfo[];
}

/** Lazer looks up kiai before a target has its time, so that all targets have the kiai of the song's first millisecond. */
const kiaiTime = 1;

/** Replaces all objects of a map by the targets of lazer's Target Practice: a circle on each beat. */
export function createTargets(objects: readonly PlacedObject[], options: Options): Targets {
  const { beatmap, timing, settings, radius } = options;
  const { seed, circlesPerBeat } = settings;
  const beats = targetBeats(objects, { breaks: beatmap.breaks, timing, circlesPerBeat });
  const combos = targetCombos(beats, { objects, combos: options.combos });
  const kiai = isKiaiAt(timing, kiaiTime);
  const positions = targetPositions(combos, { seed, radius: Math.fround(radius), kiai });
  const samplesAt = createTargetSamples(objects, { timing, sampleSet: beatmap.general.sampleSet });
  const targets = beats.flatMap((time, i): PlacedObject[] => {
    const at = positions[i];
    const samples = samplesAt(time);
    if (at === undefined || samples === null) return [];
    const source: HitCircle = { kind: 'circle', at, time, newCombo: combos[i]!.newCombo, comboSkip: 0, ...samples };
    return [{ kind: 'circle', source, startTime: time, endTime: time, at, endPosition: at, pathEndPosition: at }];
  });
  return { objects: targets, combos };
}
