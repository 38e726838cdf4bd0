import type { Play } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { createTimeline, type Lifetime, type Timeline } from '../../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../../display-list/display-list.ts';
import type { SizedElement } from '../../pictures.ts';
import type { PlayfieldContext } from '../playfield-context.ts';

/** The score of a slider tick or end, shown where it was earned; only version 1 skins have it. */
export interface ScorePoint extends Lifetime {
  readonly at: ScreenPoint;
  readonly element: SizedElement;
}

const length = 500;

/** Finds the slider points that show their score. */
export function createScorePoints(context: PlayfieldContext, play: Play): Timeline<ScorePoint> {
  if (context.ini.version >= 2) return createTimeline([]);
  const { ten, thirty } = context.elements.sliderPoints;
  return createTimeline(
    play.judgements.flatMap(({ part, result, at, time }) => {
      const element = part === 'tick' ? ten : part === 'head' || part === 'repeat' || part === 'end' ? thirty : null;
      if (element === null || result === 'miss') return [];
      return [{ element, at: context.viewport.toScreen(at), appears: time, vanishes: time + length }];
    }),
  );
}

/** Draws one score, fading out. */
export function drawScorePoint(list: DisplayList, { spritePx }: PlayfieldContext, point: ScorePoint, t: Millis): void {
  const alpha = 1 - (t - point.appears) / length;
  list.sprite(point.element.frames[0].image, { at: point.at, scale: spritePx, alpha, still: true });
}
