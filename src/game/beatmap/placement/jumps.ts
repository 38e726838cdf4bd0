import { angleOf, lengthOf, playfieldCentre, subtract } from './float-vector.ts';
import { endPositionOf, type MovableObject } from './movable-object.ts';
import { rotationOf } from './movable-slider.ts';

/** The way from the object before (the middle of the playfield for the first) to an object; angles in radians. */
export interface Jump {
  readonly distance: number;
  /** Relative to the direction of the jump before, or of the slider that precedes. */
  readonly angle: number;
  /** The direction of a slider relative to the jump to it; 0 for other objects. */
  readonly sliderRotation: number;
}

const { fround: f32 } = Math;

/** Measures the jumps of a map (rule RN2). */
export function measureJumps(objects: readonly MovableObject[]): Jump[] {
  let from = playfieldCentre;
  let directionBefore = 0;
  return objects.map((object) => {
    const step = subtract(object.position, from);
    const direction = angleOf(step);
    const sliderDirection = object.slider === null ? direction : rotationOf(object.slider);
    const jump = {
      distance: lengthOf(step),
      angle: f32(direction - directionBefore),
      sliderRotation: f32(sliderDirection - direction),
    };
    from = endPositionOf(object);
    directionBefore = sliderDirection;
    return jump;
  });
}
