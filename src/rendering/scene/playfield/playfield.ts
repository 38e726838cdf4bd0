import type { Play } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { lifetimeCache } from '../animation/lifetime-cache.ts';
import { aliveAt, createTimeline, type Timeline } from '../animation/timeline.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import { type Blinds, createBlinds, drawBlinds } from './blinds.ts';
import { drawApproachCircle } from './circle/approach-circle.ts';
import { createCircle, type DrawableCircle, drawCircle } from './circle/hit-circle.ts';
import { drawFalling, type FallState } from './falling-objects.ts';
import { createFlashlight, drawFlashlight, type Flashlight } from './flashlight.ts';
import { createFollowLines, drawFollowLine, type FollowLine } from './follow-points.ts';
import { createHitLights, type DrawableHitLight, drawHitLight } from './hit-lighting.ts';
import { createJudgements, type DrawableJudgement, drawJudgementAbove, drawJudgementBelow } from './judgements.ts';
import { drawPlayfieldBorder } from './playfield-border.ts';
import { createPlayfieldContext, type PlayfieldContext } from './playfield-context.ts';
import { createSlider, createSliderParts, type DrawableSlider, drawSlider, drawSliderBody } from './slider/slider.ts';
import { createScorePoints, drawScorePoint, type ScorePoint } from './slider/slider-score-points.ts';
import { createSpinner, drawSpinner } from './spinner/spinner.ts';
import { spinnerCentre } from './spinner/spinner-disc.ts';
import type { DrawableSpinner } from './spinner/spinner-state.ts';

/** Any object of the playfield. */
export type DrawableObject = DrawableCircle | DrawableSlider | DrawableSpinner;

/** Everything between the background and the HUD, indexed by time. */
export interface Playfield {
  readonly context: PlayfieldContext;
  readonly objects: Timeline<DrawableObject>;
  readonly followLines: Timeline<FollowLine>;
  readonly hitLights: Timeline<DrawableHitLight>;
  readonly scorePoints: Timeline<ScorePoint>;
  readonly judgements: Timeline<DrawableJudgement>;
  readonly flashlight: Flashlight | null;
  readonly blinds: Blinds | null;
}

/** Computes when each object, judgement and light is visible. */
export function createPlayfield(input: SceneInput): Playfield {
  const context = createPlayfieldContext(input);
  return {
    context,
    objects: createTimeline(createObjects(context, input)),
    followLines: context.options.followPoints ? createFollowLines(context) : createTimeline([]),
    hitLights: createHitLights(context, input.play),
    scorePoints: createScorePoints(context, input.play),
    judgements: createJudgements(context, input.play, input.mods),
    flashlight: createFlashlight(input),
    blinds: createBlinds(input),
  };
}

/** Draws the border around the playfield, if the viewer wants one. */
export function drawBorder(list: DisplayList, { context }: Playfield): void {
  if (context.options.playfieldBorder) drawPlayfieldBorder(list, context.viewport);
}

/** Draws the lines of follow points. `fallen` is how far the objects of a failed play have fallen, 0 to 1. */
export function drawFollowPoints(list: DisplayList, { context, followLines }: Playfield, t: Millis, fallen = 0): void {
  for (const line of aliveAt(followLines, t)) {
    const fall = { at: context.viewport.toScreen(line.from), seed: line.previousEnd, fallen };
    drawFalling(list, context, fall, (target) => drawFollowLine(target, context, line, t));
  }
}

/** Draws the hit lighting and the parts of judgements that lie below the objects. */
export function drawJudgementsBelow(list: DisplayList, { context, hitLights, judgements }: Playfield, t: Millis): void {
  for (const hitLight of aliveAt(hitLights, t)) drawHitLight(list, context, hitLight, t);
  for (const judgement of aliveAt(judgements, t)) drawJudgementBelow(list, context, judgement, t);
}

/** Draws spinners, which lie below all other objects. */
export function drawSpinners(list: DisplayList, { context, objects }: Playfield, t: Millis, fallen = 0): void {
  for (const object of aliveAt(objects, t).reverse()) {
    if (object.kind !== 'spinner') continue;
    const fall = { at: spinnerCentre(context), seed: object.spinner.index, fallen };
    drawFalling(list, context, fall, (target) => drawSpinner(target, context, object, t));
  }
}

/** Draws circles and sliders, earlier ones above later ones; merged slider bodies lie below all of them. */
export function drawObjects(list: DisplayList, { context, objects }: Playfield, t: Millis, fallen = 0): void {
  if (context.options.sliderMerge) {
    for (const object of aliveAt(objects, t).reverse()) {
      if (object.kind !== 'slider') continue;
      drawFalling(list, context, fallStateOf(object, fallen), (target) => drawSliderBody(target, context, object, t));
    }
  }
  for (const object of aliveAt(objects, t).reverse()) {
    if (object.kind === 'spinner') continue;
    drawFalling(list, context, fallStateOf(object, fallen), (target) =>
      object.kind === 'circle' ? drawCircle(target, context, object, t) : drawSlider(target, context, object, t),
    );
  }
}

/** Draws the approach circles of circles and slider heads. */
export function drawApproachCircles(list: DisplayList, { context, objects }: Playfield, t: Millis, fallen = 0): void {
  if (!context.options.approachCircles) return;
  for (const object of aliveAt(objects, t).reverse()) {
    if (object.kind === 'spinner') continue;
    const circle = headOf(object);
    drawFalling(list, context, fallStateOf(object, fallen), (target) => drawApproachCircle(target, context, circle, t));
  }
}

function headOf(object: DrawableCircle | DrawableSlider): DrawableCircle {
  return object.kind === 'slider' ? object.head : object;
}

function fallStateOf(object: DrawableCircle | DrawableSlider, fallen: number): FallState {
  const { at, startTime } = headOf(object);
  return { at, seed: startTime, fallen };
}

/** Draws slider score points and the parts of judgements that lie above the objects. */
export function drawJudgementsAbove(list: DisplayList, playfield: Playfield, t: Millis): void {
  const { context, scorePoints, judgements } = playfield;
  for (const point of aliveAt(scorePoints, t)) drawScorePoint(list, context, point, t);
  for (const judgement of aliveAt(judgements, t)) drawJudgementAbove(list, context, judgement, t);
}

/** Draws the mods that restrict vision: Flashlight and Blinds. */
export function drawVisionMods(list: DisplayList, { flashlight, blinds }: Playfield, t: Millis): void {
  if (flashlight !== null) drawFlashlight(list, flashlight, t);
  if (blinds !== null) drawBlinds(list, blinds, t);
}

function createObjects(context: PlayfieldContext, { play, skin }: SceneInput): DrawableObject[] {
  const shakes = shakesOf(play);
  const partsOf = lifetimeCache((slider: DrawableSlider) => createSliderParts(context, slider));
  return play.map.objects.map((object, i) => {
    const outcome = play.objects[i]!;
    if (object.kind === 'circle' && outcome.kind === 'circle') {
      return createCircle(context, object, {
        judgedAt: outcome.judgedAt,
        result: outcome.result,
        shakes: shakes.get(i) ?? [],
      });
    }
    if (object.kind === 'slider' && outcome.kind === 'slider')
      return createSlider(context, object, { play: outcome, shakes: shakes.get(i) ?? [], partsOf });
    if (object.kind === 'spinner' && outcome.kind === 'spinner')
      return createSpinner(object, { play: outcome, style: skin.spinnerStyle });
    throw new Error(`Object ${i} is a ${object.kind}, but was played as a ${outcome.kind}.`);
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
