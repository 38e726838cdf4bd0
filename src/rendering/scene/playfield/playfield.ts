import type { Play } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { lifetimeCache } from '../animation/lifetime-cache.ts';
import { aliveAt, createTimeline, type Timeline } from '../animation/timeline.ts';
import {
  type Background,
  createBackground,
  drawPicture,
  drawPictureBehindResults,
  lightAt,
  backgroundShift as shiftOf,
} from '../background/background.ts';
import type { DisplayList, ScreenPoint, ScreenRect } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import { type Blinds, createBlinds, drawBlinds } from './blinds.ts';
import { drawApproachCircle } from './circle/approach-circle.ts';
import { type Circle, createCircle, drawCircle } from './circle/hit-circle.ts';
import { drawFalling, type Falling } from './falling-objects.ts';
import { createFlashlight, drawDarkness, type Flashlight } from './flashlight.ts';
import { createFollowLines, drawFollowLine, type FollowLine } from './follow-points.ts';
import { createHitLights, drawHitLight, type HitLight } from './hit-lighting.ts';
import { type Burst, createBursts, drawBurstAbove, drawBurstBelow } from './judgements.ts';
import { drawPlayfieldBorder } from './playfield-border.ts';
import { createField, type Field } from './playfield-context.ts';
import { createSlider, createSliderParts, drawSlider, drawSliderBody, type SliderShown } from './slider/slider.ts';
import { createSliderPoints, drawSliderPoint, type SliderPoint } from './slider/slider-score-points.ts';
import { createSpinner, drawSpinner } from './spinner/spinner.ts';
import { spinnerCentre } from './spinner/spinner-disc.ts';
import type { SpinnerShown } from './spinner/spinner-state.ts';

export type ObjectShown = Circle | SliderShown | SpinnerShown;

/** Everything between the background and the HUD, with who is there when. */
export interface Playfield {
  readonly field: Field;
  readonly background: Background;
  readonly objects: Timeline<ObjectShown>;
  readonly followLines: Timeline<FollowLine>;
  readonly lights: Timeline<HitLight>;
  readonly sliderPoints: Timeline<SliderPoint>;
  readonly bursts: Timeline<Burst>;
  readonly flashlight: Flashlight | null;
  readonly blinds: Blinds | null;
}

export function createPlayfield(input: SceneInput): Playfield {
  const field = createField(input);
  return {
    field,
    background: createBackground(input),
    objects: createTimeline(createObjects(field, input)),
    followLines: field.options.followPoints ? createFollowLines(field) : createTimeline([]),
    lights: createHitLights(field, input.play),
    sliderPoints: createSliderPoints(field, input.play),
    bursts: createBursts(field, input.play, input.mods),
    flashlight: createFlashlight(input),
    blinds: createBlinds(input),
  };
}

export function drawBackground(list: DisplayList, { background }: Playfield, t: Millis, part?: ScreenRect): void {
  drawPicture(list, background, t, part);
}

export function drawBackgroundOfResults(list: DisplayList, { background }: Playfield): void {
  drawPictureBehindResults(list, background);
}

/** How bright the background, and all that lies with it behind the play, is shown. */
export function backgroundLight({ background }: Playfield, t: Millis): number {
  return lightAt(background, t);
}

/** How far the pictures behind the play are from their place; null where they never leave it. */
export function backgroundShift({ background }: Playfield, t: Millis): ScreenPoint | null {
  return shiftOf(background, t);
}

export function drawBorder(list: DisplayList, { field }: Playfield): void {
  if (field.options.playfieldBorder) drawPlayfieldBorder(list, field.viewport);
}

/** `fallen`, here and below: how far the objects of a play that failed have come down. */
export function drawFollowPoints(list: DisplayList, { field, followLines }: Playfield, t: Millis, fallen = 0): void {
  for (const line of aliveAt(followLines, t)) {
    const falling = { at: field.viewport.toScreen(line.from), seed: line.leaves, fallen };
    drawFalling(list, field, falling, (into) => drawFollowLine(into, field, line, t));
  }
}

export function drawJudgementsBelow(list: DisplayList, { field, lights, bursts }: Playfield, t: Millis): void {
  for (const light of aliveAt(lights, t)) drawHitLight(list, field, light, t);
  for (const burst of aliveAt(bursts, t)) drawBurstBelow(list, field, burst, t);
}

/** Spinners fill the field: what else is on it lies above them. */
export function drawSpinners(list: DisplayList, { field, objects }: Playfield, t: Millis, fallen = 0): void {
  for (const object of aliveAt(objects, t).reverse()) {
    if (object.kind !== 'spinner') continue;
    const falling = { at: spinnerCentre(field), seed: object.spinner.index, fallen };
    drawFalling(list, field, falling, (into) => drawSpinner(into, field, object, t));
  }
}

/** Earlier objects cover later ones; bodies that are to be one lie below all of them. */
export function drawObjects(list: DisplayList, { field, objects }: Playfield, t: Millis, fallen = 0): void {
  if (field.options.sliderMerge) {
    for (const object of aliveAt(objects, t).reverse()) {
      if (object.kind !== 'slider') continue;
      drawFalling(list, field, fallingOf(object, fallen), (into) => drawSliderBody(into, field, object, t));
    }
  }
  for (const object of aliveAt(objects, t).reverse()) {
    if (object.kind === 'spinner') continue;
    drawFalling(list, field, fallingOf(object, fallen), (into) =>
      object.kind === 'circle' ? drawCircle(into, field, object, t) : drawSlider(into, field, object, t),
    );
  }
}

export function drawApproachCircles(list: DisplayList, { field, objects }: Playfield, t: Millis, fallen = 0): void {
  if (!field.options.approachCircles) return;
  for (const object of aliveAt(objects, t).reverse()) {
    if (object.kind === 'spinner') continue;
    const circle = headOf(object);
    drawFalling(list, field, fallingOf(object, fallen), (into) => drawApproachCircle(into, field, circle, t));
  }
}

function headOf(object: Circle | SliderShown): Circle {
  return object.kind === 'slider' ? object.head : object;
}

function fallingOf(object: Circle | SliderShown, fallen: number): Falling {
  const { at, startTime } = headOf(object);
  return { at, seed: startTime, fallen };
}

export function drawJudgementsAbove(list: DisplayList, playfield: Playfield, t: Millis): void {
  const { field, sliderPoints, bursts } = playfield;
  for (const point of aliveAt(sliderPoints, t)) drawSliderPoint(list, field, point, t);
  for (const burst of aliveAt(bursts, t)) drawBurstAbove(list, field, burst, t);
}

/** What keeps a player from seeing: darkness around the cursor, panels from the sides. */
export function drawObstacles(list: DisplayList, { flashlight, blinds }: Playfield, t: Millis): void {
  if (flashlight !== null) drawDarkness(list, flashlight, t);
  if (blinds !== null) drawBlinds(list, blinds, t);
}

function createObjects(field: Field, { play, skin }: SceneInput): ObjectShown[] {
  const shakes = shakesOf(play);
  const partsOf = lifetimeCache((slider: SliderShown) => createSliderParts(field, slider));
  return play.map.objects.map((object, i) => {
    const fate = play.objects[i]!;
    if (object.kind === 'circle' && fate.kind === 'circle') {
      return createCircle(field, object, { judgedAt: fate.judgedAt, result: fate.result, shakes: shakes.get(i) ?? [] });
    }
    if (object.kind === 'slider' && fate.kind === 'slider')
      return createSlider(field, object, { play: fate, shakes: shakes.get(i) ?? [], partsOf });
    if (object.kind === 'spinner' && fate.kind === 'spinner')
      return createSpinner(object, { play: fate, style: skin.spinnerStyle });
    throw new Error(`Object ${i} is a ${object.kind}, but was played as a ${fate.kind}.`);
  });
}

function shakesOf({ presses }: Play): Map<number, Millis[]> {
  const shakes = new Map<number, Millis[]>();
  for (const { outcome, object, time } of presses) {
    if (outcome !== 'shake' || object === null) continue;
    const times = shakes.get(object);
    if (times) times.push(time);
    else shakes.set(object, [time]);
  }
  return shakes;
}
