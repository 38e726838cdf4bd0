import type { Judgement, Play } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { outQuad, progressBetween } from '../../animation/easing.ts';
import { createTimeline, type Lifetime, type Timeline } from '../../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../../display-list/display-list.ts';
import type { SizedElement } from '../../pictures.ts';
import type { PlayfieldContext } from '../playfield-context.ts';
import { posedOnScreen } from '../posed-objects.ts';

/** The score of a slider tick or end, shown where it was earned; only version 1 skins have it. */
export interface ScorePoint extends Lifetime {
  readonly at: ScreenPoint;
  readonly element: SizedElement;
}

const riseLength = 300;
const fadeLength = 60;
/** In skin pixels. */
const riseDistance = 10;

/** Finds the slider points that show their score. */
export function createScorePoints(context: PlayfieldContext, play: Play): Timeline<ScorePoint> {
  if (context.ini.version >= 2) return createTimeline([]);
  const { ten, thirty } = context.elements.sliderPoints;
  return createTimeline(
    play.judgements.flatMap((judgement) => {
      const { part, result, time } = judgement;
      const element = part === 'tick' ? ten : part === 'head' || part === 'repeat' || part === 'end' ? thirty : null;
      if (element === null || result === 'miss') return [];
      return [{ element, at: placeOf(context, judgement), appears: time, vanishes: time + riseLength + fadeLength }];
    }),
  );
}

/** An end is judged before the ball reaches it, but shows its score where it lies. */
function placeOf({ viewport, map, motion }: PlayfieldContext, { part, object, at, time }: Judgement): ScreenPoint {
  const slider = map.objects[object];
  if (part !== 'end' || slider?.kind !== 'slider') return viewport.toScreen(at);
  const posed = { pose: motion?.poseAt(slider, time) ?? null, at: viewport.toScreen(slider.at) };
  return posedOnScreen(viewport, posed, viewport.toScreen(slider.endPosition));
}

/** Draws one score, which rises and then fades out. */
export function drawScorePoint(list: DisplayList, { spritePx }: PlayfieldContext, point: ScorePoint, t: Millis): void {
  const { at, element, appears, vanishes } = point;
  const risen = progressBetween(t, appears, appears + riseLength);
  list.sprite(element.frames[0].image, {
    at: { x: at.x, y: at.y - riseDistance * spritePx * outQuad(risen) },
    scale: spritePx,
    alpha: 1 - progressBetween(t, appears + riseLength, vanishes),
    steady: risen < 1,
    still: risen === 1,
  });
}
