import { clamp } from '../../arithmetic.ts';
import type { OsuPoint } from '../../units.ts';
import {
  add,
  angleOf,
  clampToPlayfield,
  floatPi,
  floatTwoPi,
  multiply,
  playfieldCentre,
  polar,
  rotate,
  subtract,
  turnFromEdge,
} from './float-vector.ts';
import type { Jump } from './jumps.ts';
import { endPositionOf, type MovableObject } from './movable-object.ts';
import { centreOfMass, type MovableSlider, movementBounds, rotateSlider, rotationOf } from './movable-slider.ts';

const { fround: f32 } = Math;

/** When an object is pushed into the playfield, up to this many circles before it are moved along. */
const maxShiftedCircles = 10;
/** Smaller rotations of a slider are left out, in radians. */
const minRotation = f32(1e-3);

interface Options {
  readonly radius: number;
  readonly spendSteps: (count: number) => void;
}

/** Moves the objects so that each follows the one before by its jump, and keeps them on the playfield (rules RN6 to RN8). */
export function reposition(objects: readonly MovableObject[], jumps: readonly Jump[], options: Options): void {
  // Where each object ended when it was placed: shifting circles later does not move the objects after them.
  const placedEnds = objects.map(endPositionOf);
  for (const [i, object] of objects.entries()) {
    if (object.kind === 'spinner') continue;
    const from = placedEnds[i - 1] ?? playfieldCentre;
    const wanted = object.slider === null ? null : rotationOf(object.slider);
    const target = jumpFrom(from, { objects, index: i, jump: jumps[i]! });
    if (object.slider === null) {
      object.position = clampToPlayfield(target.position, options.radius);
    } else {
      object.slider = turnSlider(object.slider, { ...target, jump: jumps[i]!, options });
      object.slider = fitSlider(object.slider, wanted ?? 0, options.radius);
      object.position = clampSlider(object.slider, target.position, options.radius);
    }
    placedEnds[i] = endPositionOf(object);
    shiftCirclesBefore(objects, i, { shift: subtract(object.position, target.position), radius: options.radius });
  }
}

/** The position of an object by its jump, and the direction of the jump after turning away from the edge. */
function jumpFrom(
  from: OsuPoint,
  { objects, index, jump }: { objects: readonly MovableObject[]; index: number; jump: Jump },
): { position: OsuPoint; direction: number } {
  const angle = f32(directionBefore(objects, index) + jump.angle);
  const step = turnFromEdge(from, polar(jump.distance, angle));
  return { position: add(from, step), direction: angleOf(step) };
}

/** The direction of the slider before, or of the jump to the circle before. */
function directionBefore(objects: readonly MovableObject[], index: number): number {
  const before = objects[index - 1];
  if (before === undefined) return 0;
  if (before.slider !== null) return rotationOf(before.slider);
  const earlier = objects[index - 2];
  return angleOf(subtract(before.position, earlier === undefined ? playfieldCentre : endPositionOf(earlier)));
}

/** Rotates a slider with its jump, and its centre of mass away from the edge. */
function turnSlider(
  slider: MovableSlider,
  target: { position: OsuPoint; direction: number; jump: Jump; options: Options },
): MovableSlider {
  const { position, direction, jump, options } = target;
  const centre = centreOfMass(slider, options.spendSteps);
  const turned = rotate(centre, f32(f32(jump.sliderRotation + direction) - rotationOf(slider)));
  const rotation = f32(angleOf(turnFromEdge(position, turned)) - angleOf(centre));
  return Math.abs(rotation) <= minRotation ? slider : rotateSlider(slider, rotation);
}

/** A slider that its rotation made too long for the playfield gets its old direction back, or the opposite one. */
function fitSlider(slider: MovableSlider, original: number, radius: number): MovableSlider {
  const { width, height } = movementBounds(slider, radius);
  if (width >= 0 && height >= 0) return slider;
  const rotation = rotationOf(slider);
  const opposite = f32(original + floatPi);
  const wanted = angleBetween(original, rotation) < angleBetween(opposite, rotation) ? original : opposite;
  return rotateSlider(slider, f32(wanted - rotation));
}

function angleBetween(a: number, b: number): number {
  const difference = f32(Math.abs(f32(a - b)) % floatTwoPi);
  return Math.min(difference, f32(floatTwoPi - difference));
}

/** Keeps the whole slider on the playfield; of one that is larger, at least the head. */
function clampSlider(slider: MovableSlider, { x, y }: OsuPoint, radius: number): OsuPoint {
  const { left, top, width, height } = movementBounds(slider, radius);
  return {
    x: width < 0 ? clamp(left, 0, 512) : clamp(x, left, f32(left + width)),
    y: height < 0 ? clamp(top, 0, 384) : clamp(y, top, f32(top + height)),
  };
}

/** Moves the circles before an object that was pushed, the closest one most. */
function shiftCirclesBefore(
  objects: readonly MovableObject[],
  index: number,
  { shift, radius }: { shift: OsuPoint; radius: number },
): void {
  if (shift.x === 0 && shift.y === 0) return;
  let count = 0;
  while (count < maxShiftedCircles && objects[index - count - 1]?.kind === 'circle') count++;
  for (let i = 0; i < count; i++) {
    const circle = objects[index - i - 1]!;
    const fraction = f32((count - i) / f32(count + 1));
    circle.position = clampToPlayfield(add(circle.position, multiply(shift, fraction)), radius);
  }
}
