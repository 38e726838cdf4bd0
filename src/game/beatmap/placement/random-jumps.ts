import type { RandomSettings } from '../../mods/index.ts';
import type { ComboInfo } from '../combos.ts';
import { type Timing, uninheritedPointAt } from '../timing.ts';
import { createDotnetRandom, type DotnetRandom } from './dotnet-random.ts';
import { floatPi } from './float-vector.ts';
import type { Jump } from './jumps.ts';
import type { MovableObject } from './movable-object.ts';
import { flipHorizontally } from './movable-slider.ts';

interface Options {
  readonly settings: RandomSettings;
  readonly timing: Timing;
  readonly combos: readonly ComboInfo[];
}

const { fround: f32 } = Math;
const maxSharpness = 10;
const defaultSharpness = 7;
/** The playfield's diagonal as lazer's fast square root computes it (640 otherwise). */
const playfieldDiagonal = fastLength(512, 384);

/**
 * Chooses new angles for all jumps and flips some sliders; distances stay, except the first (rules RN3 to RN5). The
 * order of the random numbers matters.
 */
export function randomiseJumps(objects: readonly MovableObject[], jumps: readonly Jump[], options: Options): Jump[] {
  const random = createDotnetRandom(options.settings.seed);
  const startedCombo = combosStarted(objects, options.combos);
  const deviation = (spread: number) => randomDeviation(random, spread, options.settings.angleSharpness);
  let sectionOffset = 0;
  let turnsLeft = false;

  const startsSection = (i: number) =>
    i === 0 ||
    (startedCombo(i) && random.nextDouble() < f32(0.6)) ||
    isOnBeat(options.timing, objects[i - 1], true) ||
    (isOnBeat(options.timing, objects[i - 1], false) && random.nextDouble() < f32(0.4));

  return jumps.map((jump, i) => {
    const object = objects[i]!;
    if (startsSection(i)) {
      sectionOffset = deviation(0.0008);
      turnsLeft = !turnsLeft;
    }
    if (object.slider !== null && random.nextDouble() < 0.5) object.slider = flipHorizontally(object.slider);
    if (i === 0) {
      const distance = f32((random.nextDouble() * 384) / 2);
      return { ...jump, distance, angle: f32(random.nextDouble() * 2 * Math.PI - Math.PI) };
    }
    const ownOffset = deviation(0.002);
    let turnOffset = 0;
    if (startedCombo(i) && random.nextDouble() < f32(0.6)) {
      turnOffset = deviation(0.002);
      turnsLeft = !turnsLeft;
    }
    const { distance } = jump;
    // Section and own offset affect long jumps most, the offset at a turn streams.
    const offset = f32(
      f32(f32(sectionOffset + ownOffset) * distance) + f32(turnOffset * f32(playfieldDiagonal - distance)),
    );
    const angle = targetAngle(distance, offset, options.settings.angleSharpness);
    return { ...jump, angle: turnsLeft ? -angle : angle };
  });
}

/** Whether the object before starts a combo, and the combo before it has more than two objects. */
function combosStarted(objects: readonly MovableObject[], combos: readonly ComboInfo[]): (i: number) => boolean {
  const places: number[] = [];
  for (const [i, { kind }] of objects.entries()) {
    // A spinner counts as the next object of the combo before it.
    places.push(kind === 'spinner' ? (places[i - 1] ?? -1) + 1 : combos[i]!.comboNumber - 1);
  }
  return (i) => places[Math.max(0, i - 2)]! > 1 && combos[i - 1]!.newCombo;
}

/** Whether an object lies within a millisecond of a beat, or of the first beat of a measure. */
function isOnBeat(timing: Timing, object: MovableObject | undefined, downbeat: boolean): boolean {
  if (object === undefined) return false;
  const { time, beatLength, meter } = uninheritedPointAt(timing, object.startTime) ?? defaultBeat;
  return Math.abs(object.startTime - time + 1) % (downbeat ? beatLength * meter : beatLength) < 2;
}

const defaultBeat = { time: 0, beatLength: 1000, meter: 4 };

/** A number from a normal distribution by the Box–Muller transform; sharp angles have a narrower one. */
function randomDeviation(random: DotnetRandom, spread: number, sharpness: number): number {
  const width = f32(1.5 * maxSharpness - sharpness) / (1.5 * maxSharpness - defaultSharpness);
  const x1 = 1 - random.nextDouble();
  const x2 = 1 - random.nextDouble();
  const normal = Math.sqrt(-2 * Math.log(x1)) * Math.sin(2 * Math.PI * x2);
  return f32(f32(f32(spread) * f32(width)) * f32(normal));
}

/** How far a jump turns from the direction of the jump before: sharper after long distances. */
function targetAngle(distance: number, offset: number, sharpness: number): number {
  const sharp = f32(sharpness / maxSharpness);
  const shiftX = f32(f32(sharp * 100) - 70);
  const shiftY = f32(f32(f32(1 - sharp) * 0.25) - f32(0.075));
  const x = f32(f32(f32(distance + shiftX) - 310) + shiftX);
  const angle = f32(2.16 / (1 + 200 * Math.exp(0.036 * x)) + 0.5);
  return f32(floatPi - f32(angle + f32(offset + shiftY)));
}

/** A length by the fast inverse square root with one step of Newton's method, as osuTK computes it. */
function fastLength(x: number, y: number): number {
  const square = f32(f32(x * x) + f32(y * y));
  const bits = new Int32Array(1);
  const floats = new Float32Array(bits.buffer);
  floats[0] = square;
  bits[0] = 0x5f37_5a86 - (bits[0]! >> 1);
  const guess = floats[0];
  const inverse = f32(guess * f32(1.5 - f32(f32(f32(0.5 * square) * guess) * guess)));
  return f32(1 / inverse);
}
