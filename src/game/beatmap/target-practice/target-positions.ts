import type { OsuPoint } from '../../units.ts';
import type { ComboInfo } from '../combos.ts';
import { createDotnetRandom, type DotnetRandom } from '../placement/dotnet-random.ts';
import {
  add,
  angleOf,
  clampToPlayfield,
  floatPi,
  floatTwoPi,
  lengthOf,
  playfieldCentre,
  polar,
  subtract,
  turnFromEdge,
} from '../placement/float-vector.ts';

const { fround: f32 } = Math;
/** The distance between targets of the last combo, before it is increased for new combos and kiai. */
const lastComboDistance = 333;
const maxDistance = 380;
const edgeTurnStrength = 0.75;
/** A target should not overlap this many targets before it. */
const separatedTargets = 5;
const triesPerDistance = 10;

interface Options {
  readonly seed: number;
  readonly radius: number;
  readonly kiai: boolean;
}

/** Places targets at random: distances grow from combo to combo, and targets do not overlap (rules TG3, TG4). */
export function targetPositions(combos: readonly ComboInfo[], { seed, radius, kiai }: Options): OsuPoint[] {
  const random = createDotnetRandom(seed);
  const lastCombo = combos.at(-1)?.comboIndex ?? 0;
  let direction = randomAngle(random);
  const positions: OsuPoint[] = [];
  for (const { comboIndex, newCombo, lastInCombo } of combos) {
    const distance = targetDistance({ comboIndex, lastCombo, newCombo, kiai, radius });
    const placed = placeTarget(positions, { distance, direction, radius, random });
    positions.push(placed.position);
    direction = lastInCombo
      ? randomAngle(random)
      : f32(placed.direction + f32(f32(placed.distance / maxDistance) * f32(randomAngle(random) - floatPi)));
  }
  return positions;
}

function randomAngle(random: DotnetRandom): number {
  return f32(floatTwoPi * f32(random.nextDouble()));
}

function targetDistance(target: {
  readonly comboIndex: number;
  readonly lastCombo: number;
  readonly newCombo: boolean;
  readonly kiai: boolean;
  readonly radius: number;
}): number {
  const { comboIndex, lastCombo, newCombo, kiai, radius } = target;
  let distance =
    lastCombo === 0 ? radius : f32(f32(f32(comboIndex * f32(lastComboDistance - radius)) / lastCombo) + radius);
  if (newCombo) distance = f32(distance * 1.5);
  if (kiai) distance = f32(distance * f32(1.2));
  return Math.min(maxDistance, distance);
}

interface Step {
  readonly distance: number;
  readonly direction: number;
  readonly radius: number;
  readonly random: DotnetRandom;
}

/** Tries random directions until the target overlaps no recent one, and shorter distances after every ten tries. */
function placeTarget(
  before: readonly OsuPoint[],
  { radius, random, ...start }: Step,
): { position: OsuPoint; distance: number; direction: number } {
  const recent = before.slice(-separatedTargets);
  const from = before.at(-1) ?? playfieldCentre;
  let { distance, direction } = start;
  for (let tries = 1; ; tries++) {
    if (tries > 1) direction = randomAngle(random);
    const step = turnFromEdge(from, polar(distance, direction), edgeTurnStrength);
    direction = angleOf(step);
    const position = clampToPlayfield(add(from, step), radius);
    if (tries % triesPerDistance === 0) distance = f32(distance * f32(0.9));
    const overlaps = recent.some((other) => lengthOf(subtract(other, position)) < radius * 2);
    if (distance < radius * 2 || !overlaps) return { position, distance, direction };
  }
}
