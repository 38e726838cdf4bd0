import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { outQuad } from '../../animation/easing.ts';
import { createTween, type Tween, tweenAt } from '../../animation/tween.ts';
import type { DisplayList, FillLook, ScreenPoint } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawBox, drawSharpBox, type Ui } from '../ui.ts';
import { resultColours } from './result-colours.ts';

/** A meter at the bottom right that shows where each hit landed on its circle; the dark disc is the circle. */
export interface AimErrorMeter {
  /** The times of the hits, ordered. */
  readonly times: Float64Array;
  /** Offsets from the circle's centre, in radii. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly colours: readonly Rgb[];
  readonly averageX: Tween;
  readonly averageY: Tween;
}

const radius = 56;
const margin = 12;
const rimWidth = 1.5;
const dotRadius = 3.5;
const dotLifetimeMs = 10_000;
const averageMs = 800;
const cross = { length: 12, thickness: 2.5 };
const black: Rgb = { r: 0, g: 0, b: 0 };
const white: Rgb = { r: 255, g: 255, b: 255 };

/** Collects the offsets of all hits and their running average. */
export function createAimErrorMeter({ play }: SceneInput): AimErrorMeter {
  const { map, judgements, totals } = play;
  const hits = judgements.flatMap(({ aimOffset, result }, i) =>
    aimOffset === null || result === 'miss' ? [] : [{ time: totals.times[i]!, aimOffset, result }],
  );
  const times = Float64Array.from(hits, ({ time }) => time);
  const offsetsOn = (axis: 'x' | 'y') => Float64Array.from(hits, ({ aimOffset }) => aimOffset[axis] / map.radius);
  const average = (values: Float64Array) => {
    let mean = 0;
    const moves = Array.from(values, (value, i) => {
      mean = mean * 0.8 + value * 0.2;
      return { time: times[i]!, to: mean };
    });
    return createTween(0, moves, { duration: () => averageMs * map.clockRate, ease: outQuad });
  };
  const [xs, ys] = [offsetsOn('x'), offsetsOn('y')];
  return {
    times,
    xs,
    ys,
    colours: hits.map(({ result }) => resultColours[result] ?? white),
    averageX: average(xs),
    averageY: average(ys),
  };
}

/** Draws the disc, the recent hits and their average. */
export function drawAimErrorMeter(list: DisplayList, ui: Ui, meter: AimErrorMeter, t: Millis): void {
  const { viewport } = ui;
  const centre = { x: viewport.uiWidth - margin - radius, y: viewport.uiHeight - margin - radius };
  const disc = (at: ScreenPoint, size: number, look: FillLook) =>
    list.pie({ at, radiusPx: size * viewport.uiPx, sweep: 1 }, look);

  const centrePx = viewport.ui(centre.x, centre.y);
  disc(centrePx, radius, { colour: white, alpha: 0.35 });
  disc(centrePx, radius - rimWidth, { colour: black, alpha: 0.7 });
  disc(centrePx, radius / 2, { colour: black, alpha: 0.4 });
  const line = { colour: white, alpha: 0.3 };
  drawSharpBox(list, ui, { x: centre.x - radius, y: centre.y - 0.5, width: 2 * radius, height: 1 }, line);
  drawSharpBox(list, ui, { x: centre.x - 0.5, y: centre.y - radius, width: 1, height: 2 * radius }, line);

  const { times, xs, ys, colours } = meter;
  const last = lastAtOrBefore(times, t);
  const lifetime = dotLifetimeMs * ui.clockRate;
  for (let i = lastAtOrBefore(times, t - lifetime) + 1; i <= last; i++) {
    const alpha = 0.85 * (1 - (t - times[i]!) / lifetime);
    const at = viewport.ui(centre.x + xs[i]! * radius, centre.y + ys[i]! * radius);
    disc(at, dotRadius, { colour: colours[i]!, alpha });
  }
  if (last < 0) return;
  const x = centre.x + tweenAt(meter.averageX, t) * radius;
  const y = centre.y + tweenAt(meter.averageY, t) * radius;
  const { length, thickness } = cross;
  const mark = { colour: white, alpha: 0.95 };
  drawBox(list, ui, { x: x - length / 2, y: y - thickness / 2, width: length, height: thickness }, mark);
  drawBox(list, ui, { x: x - thickness / 2, y: y - length / 2, width: thickness, height: length }, mark);
}
