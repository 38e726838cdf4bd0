import { hasMod, type Mods } from '../../../game/mods/index.ts';
import type { Play } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { lifetimeCache } from '../animation/lifetime-cache.ts';
import { aliveAt, createTimeline, type Timeline } from '../animation/timeline.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import { type Blinds, createBlinds, drawBlinds } from './blinds.ts';
import { type Bubbles, createBubbles, drawBubbles } from './bubbles.ts';
import { drawApproachCircle } from './circle/approach-circle.ts';
import { createCircle, type DrawableCircle } from './circle/hit-circle.ts';
import { type ComboBursts, createComboBursts, drawComboBursts } from './combo-bursts.ts';
import { drawFalling } from './falling-objects.ts';
import { createFlashlight, drawFlashlight, type Flashlight } from './flashlight.ts';
import { createFollowLines, drawFollowLine, type FollowLine } from './follow-points.ts';
import { createHitLights, type DrawableHitLight, drawHitLight } from './hit-lighting.ts';
import { createJudgements, type DrawableJudgement, drawJudgementAbove, drawJudgementBelow } from './judgements.ts';
import { drawPlayfieldBorder } from './playfield-border.ts';
import { createPlayfieldContext, type PlayfieldContext } from './playfield-context.ts';
import { drawPosed, drawUprightCircle, headPose, objectPose, posedOnScreen } from './posed-objects.ts';
import { createSlider, createSliderParts, type DrawableSlider, drawSlider, drawSliderBody } from './slider/slider.ts';
import { createScorePoints, drawScorePoint, type ScorePoint } from './slider/slider-score-points.ts';
import { createSpinner, drawSpinner } from './spinner/spinner.ts';
import { spinnerCentre } from './spinner/spinner-disc.ts';
import type { DrawableSpinner } from './spinner/spinner-state.ts';
import { createStarFountains, drawStarFountains, type StarFountains } from './star-fountains.ts';

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
  readonly bubbles: Bubbles | null;
  readonly comboBursts: ComboBursts | null;
  readonly starFountains: StarFountains | null;
}

/** Computes when each object, judgement and light is visible. */
export function createPlayfield(input: SceneInput): Playfield {
  const context = createPlayfieldContext(input);
  // Bubbles would cover the judgements.
  const showsJudgements = !hasMod(input.mods, 'BU');
  return {
    context,
    objects: createTimeline(createObjects(context, input)),
    followLines: hasFollowPoints(context, input.mods) ? createFollowLines(context) : createTimeline([]),
    hitLights: showsJudgements ? createHitLights(context, input.play) : createTimeline([]),
    scorePoints: createScorePoints(context, input.play),
    judgements: showsJudgements ? createJudgements(context, input.play) : createTimeline([]),
    flashlight: createFlashlight(input),
    blinds: createBlinds(input),
    bubbles: createBubbles(context, input),
    comboBursts: createComboBursts(input),
    starFountains: createStarFountains(input),
  };
}

/** Depth shows no lines between its objects, which move. */
function hasFollowPoints({ options }: PlayfieldContext, { motion }: Mods): boolean {
  return options.followPoints && motion.depth === null;
}

/** Draws the effects between the background and the objects: star fountains and combo bursts. */
export function drawEffects(list: DisplayList, { starFountains, comboBursts }: Playfield, t: Millis): void {
  if (starFountains !== null) drawStarFountains(list, starFountains, t);
  if (comboBursts !== null) drawComboBursts(list, comboBursts, t);
}

/** Draws the border around the playfield, if the viewer wants one. */
export function drawBorder(list: DisplayList, { context }: Playfield): void {
  if (context.options.playfieldBorder) drawPlayfieldBorder(list, context);
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
    const posed = { pose: context.motion?.poseAt(object.spinner, t) ?? null, at: spinnerCentre(context) };
    drawFalling(list, context, fall, (target) =>
      drawPosed(target, context.viewport, posed, (inner) => drawSpinner(inner, context, object, t)),
    );
  }
}

/** Draws circles and sliders, earlier ones above later ones; merged slider bodies lie below all of them. */
export function drawObjects(list: DisplayList, { context, objects }: Playfield, t: Millis, fallen = 0): void {
  if (context.options.sliderMerge) {
    for (const object of aliveAt(objects, t).reverse()) {
      if (object.kind !== 'slider') continue;
      drawMoved(list, context, { object, fallen, t }, (target) => drawSliderBody(target, context, object, t));
    }
  }
  for (const object of aliveAt(objects, t).reverse()) {
    if (object.kind === 'spinner') continue;
    drawMoved(list, context, { object, fallen, t }, (target) =>
      object.kind === 'circle' ? drawUprightCircle(target, context, object, t) : drawSlider(target, context, object, t),
    );
  }
}

/** Draws the approach circles of circles and slider heads. */
export function drawApproachCircles(list: DisplayList, { context, objects }: Playfield, t: Millis, fallen = 0): void {
  if (!context.options.approachCircles) return;
  for (const object of aliveAt(objects, t).reverse()) {
    if (object.kind === 'spinner') continue;
    const circle = headOf(object);
    drawMoved(list, context, { object, fallen, t }, (target) =>
      drawPosed(target, context.viewport, headPose(context, circle, t), (inner) =>
        drawApproachCircle(inner, context, circle, t),
      ),
    );
  }
}

function headOf(object: DrawableCircle | DrawableSlider): DrawableCircle {
  return object.kind === 'slider' ? object.head : object;
}

interface Moved {
  readonly object: DrawableCircle | DrawableSlider;
  readonly fallen: number;
  readonly t: Millis;
}

/** Draws an object where mods and the fall of a failed play have moved it. */
function drawMoved(
  list: DisplayList,
  context: PlayfieldContext,
  { object, fallen, t }: Moved,
  draw: (list: DisplayList) => void,
): void {
  const head = headOf(object);
  const posed = objectPose(context, head, t);
  const fall = { at: posedOnScreen(context.viewport, posed, head.at), seed: head.startTime, fallen };
  drawFalling(list, context, fall, (target) => drawPosed(target, context.viewport, posed, draw));
}

/** Draws slider score points and the parts of judgements that lie above the objects. */
export function drawJudgementsAbove(list: DisplayList, playfield: Playfield, t: Millis): void {
  const { context, scorePoints, judgements } = playfield;
  for (const point of aliveAt(scorePoints, t)) drawScorePoint(list, context, point, t);
  for (const judgement of aliveAt(judgements, t)) drawJudgementAbove(list, context, judgement, t);
}

/** Draws the mods that restrict vision: Flashlight and Blinds. */
export function drawVisionMods(list: DisplayList, { context, flashlight, blinds }: Playfield, t: Millis): void {
  if (flashlight !== null) drawFlashlight(list, flashlight, t, context.barrelRoll);
  if (blinds !== null) drawBlinds(list, blinds, t);
}

/** Draws the bubbles of the Bubbles mod, above the cursor. */
export function drawBubblesAbove(list: DisplayList, { bubbles }: Playfield, t: Millis): void {
  if (bubbles !== null) drawBubbles(list, bubbles, t);
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
