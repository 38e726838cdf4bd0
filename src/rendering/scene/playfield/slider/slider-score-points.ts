import type { Play } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { createTimeline, type Life, type Timeline } from '../../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../../display-list/display-list.ts';
import type { DrawnElement } from '../../pictures.ts';
import type { Field } from '../playfield-context.ts';

/** What a point of a slider gave, written where it was got: version 1 skins have that. */
export interface SliderPoint extends Life {
  readonly at: ScreenPoint;
  readonly art: DrawnElement;
}

const length = 500;

export function createSliderPoints(field: Field, play: Play): Timeline<SliderPoint> {
  if (field.ini.version >= 2) return createTimeline([]);
  const { ten, thirty } = field.art.sliderPoints;
  return createTimeline(
    play.judgements.flatMap(({ part, result, at, time }) => {
      const art = part === 'tick' ? ten : part === 'head' || part === 'repeat' || part === 'end' ? thirty : null;
      if (art === null || result === 'miss') return [];
      return [{ art, at: field.viewport.toScreen(at), appears: time, vanishes: time + length }];
    }),
  );
}

export function drawSliderPoint(list: DisplayList, { spritePx }: Field, point: SliderPoint, t: Millis): void {
  const alpha = 1 - (t - point.appears) / length;
  list.sprite(point.art.frames[0].image, { at: point.at, scale: spritePx, alpha, still: true });
}
