import type { PlayableObject, PlayableSlider } from '../../../game/beatmap/index.ts';
import { followAreaRadii, type ObjectMotion } from '../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import { type MistakePlace, posedAt } from './mistake-place.ts';
import { colours } from './picture-colours.ts';
import type { PictureView } from './picture-view.ts';
import { type Disc, drawDisc } from './strokes.ts';

/** What all objects of a picture share. */
export interface ObjectStyle {
  readonly view: PictureView;
  readonly motion: ObjectMotion | null;
  /** In osu! pixels. */
  readonly radius: number;
  readonly t: Millis;
}

/** The radius of a drawn spinner, in osu! pixels. */
const spinnerRadius = 90;

/** Draws an object before or after the mistake. */
export function drawAround(list: DisplayList, object: PlayableObject, style: ObjectStyle): void {
  if (object.kind === 'spinner') return;
  const { view, motion, radius, t } = style;
  if (object.kind === 'slider') drawBody(list, object, style, { fill: colours.aroundFill, border: colours.around });
  const { at, scale } = posedAt(object, motion, t);
  const circle = { at: view.toScreen(at), radiusPx: radius * scale * view.osuPx };
  drawOutlined(list, circle, { widthPx: 1.5, fill: colours.aroundFill, border: colours.around });
}

/** Draws the object of the mistake: filled, with a bright outline; a slider also with the ball that was left. */
export function drawMistaken(list: DisplayList, object: PlayableObject, place: MistakePlace, style: ObjectStyle): void {
  const { view, motion, radius, t } = style;
  const bright = { widthPx: 2.5, fill: colours.objectFill, border: colours.object };
  if (object.kind === 'slider') drawBody(list, object, style, bright);
  const { at, scale } = posedAt(object, motion, t);
  const radiusPx = (object.kind === 'spinner' ? spinnerRadius : radius * scale) * view.osuPx;
  drawOutlined(list, { at: view.toScreen(at), radiusPx }, bright);
  if (!place.isBall) return;
  const ball = view.toScreen(place.target);
  drawDisc(list, { at: ball, radiusPx: radiusPx * followAreaRadii }, { colour: colours.object, alpha: 0.1 });
  drawOutlined(list, { at: ball, radiusPx }, bright);
}

interface Outlined {
  readonly fill: Rgb;
  readonly border: Rgb;
}

function drawOutlined(list: DisplayList, disc: Disc, { widthPx, fill, border }: Outlined & { widthPx: number }): void {
  drawDisc(list, disc, { colour: border });
  drawDisc(list, { ...disc, radiusPx: disc.radiusPx - widthPx }, { colour: fill });
}

/** A slider's body, as wide as its circles. */
function drawBody(list: DisplayList, slider: PlayableSlider, style: ObjectStyle, { fill, border }: Outlined): void {
  const { view, motion, radius, t } = style;
  const pose = motion?.poseAt(slider, t);
  const { xs, ys } = slider.path;
  const origin = { x: slider.at.x + (pose?.x ?? 0), y: slider.at.y + (pose?.y ?? 0) };
  const path = Array.from(xs, (x, i) => view.toScreen({ x: origin.x + x, y: origin.y + ys[i]! }));
  const body = { path, radiusPx: radius * view.osuPx, border, outer: fill, inner: fill, trackAlpha: 0.5 };
  list.body(body, { from: 0, to: 1, alpha: 0.6 });
}
