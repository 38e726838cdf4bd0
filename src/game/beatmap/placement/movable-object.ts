import type { Millis, OsuPoint } from '../../units.ts';
import type { PathOptions } from '../curves/slider-path.ts';
import type { PlacedObject } from '../place-object.ts';
import { add } from './float-vector.ts';
import { type MovableSlider, movableSlider, pathEnd } from './movable-slider.ts';

/** An object that a mod moves: its position changes, and the shape of a slider. */
export interface MovableObject {
  readonly kind: PlacedObject['kind'];
  readonly startTime: Millis;
  position: OsuPoint;
  /** Null for circles and spinners. */
  slider: MovableSlider | null;
  /** How often the ball of a slider travels the path; 1 for other objects. */
  readonly spans: number;
}

/** The objects of a map, ready to be moved. */
export function movableObjects(placed: readonly PlacedObject[], options: PathOptions): MovableObject[] {
  return placed.map((object) => ({
    kind: object.kind,
    startTime: object.startTime,
    position: object.at,
    slider:
      object.kind === 'slider' && object.source.kind === 'slider'
        ? movableSlider(object.source, object.path, options)
        : null,
    spans: object.kind === 'slider' ? object.sliderTiming.spans : 1,
  }));
}

/** Where an object ends: a slider with an even number of spans ends at its head. */
export function endPositionOf({ position, slider, spans }: MovableObject): OsuPoint {
  return slider === null || spans % 2 === 0 ? position : add(position, pathEnd(slider));
}

/** A placed object at the place and with the shape that a mod gave it. */
export function movedObject(placed: PlacedObject, moved: MovableObject): PlacedObject {
  const endPosition = endPositionOf(moved);
  if (placed.kind !== 'slider' || moved.slider === null)
    return { ...placed, at: moved.position, endPosition, pathEndPosition: endPosition };
  const pathEndPosition = add(moved.position, pathEnd(moved.slider));
  return { ...placed, at: moved.position, endPosition, pathEndPosition, path: moved.slider.path };
}
