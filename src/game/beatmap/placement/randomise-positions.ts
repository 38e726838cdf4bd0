import type { RandomSettings } from '../../mods/index.ts';
import type { ComboInfo } from '../combos.ts';
import type { PlacedObject, PlacementContext } from '../place-object.ts';
import { measureJumps } from './jumps.ts';
import { movableObjects, movedObject } from './movable-object.ts';
import { randomiseJumps } from './random-jumps.ts';
import { reposition } from './reposition.ts';

interface Options extends PlacementContext {
  readonly settings: RandomSettings;
  readonly combos: readonly ComboInfo[];
  /** The radius of a circle, in osu! pixels. */
  readonly radius: number;
}

/** Moves all objects as lazer's Random mod does; their order, times and combos stay. */
export function randomisePositions(placed: readonly PlacedObject[], options: Options): PlacedObject[] {
  const { beatmap, mods, budget, settings, timing, combos, radius } = options;
  const { rules, mirror } = mods;
  const objects = movableObjects(placed, { rules, mirror, budget, formatVersion: beatmap.formatVersion });
  const jumps = randomiseJumps(objects, measureJumps(objects), { settings, timing, combos });
  reposition(objects, jumps, { radius: Math.fround(radius), spendSteps: budget.spendCurveSteps });
  return placed.map((object, i) => movedObject(object, objects[i]!));
}
