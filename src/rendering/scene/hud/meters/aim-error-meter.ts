import type { Millis, Rgb } from '../../../../game/units.ts';
import { outQuad } from '../../animation/easing.ts';
import { createTween, lastAtOrBefore, type Tween, tweenAt } from '../../animation/tween.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawBox, drawSharpBox, type Ui } from '../ui.ts';
import { resultColours } from './result-colours.ts';

/** Where on its circle each hit was, at the bottom right: the dark disc is the circle. */
export interface AimErrorMeter {
  /** Of the hits, in order of time. */
  readonly times: Float64Array;
  /** From the middle, in radii of a circle. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly colours: readonly Rgb[];
  readonly averageX: Tween;
  readonly averageY: Tween;
}

const radius = 56;
const margin = 12;
const rim = 1.5;
const dot = 3.5;
const dotMs = 10_000;
const averageMs = 800;
const cross = { length: 12, thickness: 2.5 };
const black: Rgb = { r: 0, g: 0, b: 0 };
const white: Rgb = { r: 255, g: 255, b: 255 };

export function createAimErrorMeter({ play }: SceneInput): AimErrorMeter {
  const { map, judgements, totals } = play;
  const hits = Array.from(judgements.keys()).filter(
    (i) => judgements[i]!.aimOffset !== null && judgements[i]!.result !== 'miss',
  );
  const times = Float64Array.from(hits, (i) => totals.times[i]!);
  const along = (axis: 'x' | 'y') => Float64Array.from(hits, (i) => judgements[i]!.aimOffset![axis] / map.radius);
  const average = (values: Float64Array) => {
    let mean = 0;
    const moves = Array.from(values, (value, i) => {
      mean = mean * 0.8 + value * 0.2;
      return { time: times[i]!, to: mean };
    });
    return createTween(0, moves, { duration: () => averageMs * map.clockRate, ease: outQuad });
  };
  const [xs, ys] = [along('x'), along('y')];
  return {
    times,
    xs,
    ys,
    colours: hits.map((i) => resultColours[judgements[i]!.result] ?? white),
    averageX: average(xs),
    averageY: average(ys),
  };
}

export function drawAimErrorMeter(list: DisplayList, ui: Ui, meter: AimErrorMeter, t: Millis): void {
  const { viewport } = ui;
  const middle = { x: viewport.uiWidth - margin - radius, y: viewport.uiHeight - margin - radius };
  const disc = (x: number, y: number, size: number, look: { colour: Rgb; alpha: number }) =>
    list.pie({ at: viewport.ui(x, y), radiusPx: size * viewport.uiPx, sweep: 1 }, look);

  disc(middle.x, middle.y, radius, { colour: white, alpha: 0.35 });
  disc(middle.x, middle.y, radius - rim, { colour: black, alpha: 0.7 });
  disc(middle.x, middle.y, radius / 2, { colour: black, alpha: 0.4 });
  const line = { colour: white, alpha: 0.3 };
  drawSharpBox(list, ui, { x: middle.x - radius, y: middle.y - 0.5, width: 2 * radius, height: 1 }, line);
  drawSharpBox(list, ui, { x: middle.x - 0.5, y: middle.y - radius, width: 1, height: 2 * radius }, line);

  const { times, xs, ys, colours } = meter;
  const last = lastAtOrBefore(times, t);
  const life = dotMs * ui.clockRate;
  for (let i = lastAtOrBefore(times, t - life) + 1; i <= last; i++) {
    const alpha = 0.85 * (1 - (t - times[i]!) / life);
    disc(middle.x + xs[i]! * radius, middle.y + ys[i]! * radius, dot, { colour: colours[i]!, alpha });
  }
  if (last < 0) return;
  const x = middle.x + tweenAt(meter.averageX, t) * radius;
  const y = middle.y + tweenAt(meter.averageY, t) * radius;
  const { length, thickness } = cross;
  const mark = { colour: white, alpha: 0.95 };
  drawBox(list, ui, { x: x - length / 2, y: y - thickness / 2, width: length, height: thickness }, mark);
  drawBox(list, ui, { x: x - thickness / 2, y: y - length / 2, width: thickness, height: length }, mark);
}
