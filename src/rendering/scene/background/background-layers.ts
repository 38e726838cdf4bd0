import type { Millis } from '../../../game/units.ts';
import type { DisplayList, ScreenRect } from '../display-list/display-list.ts';
import { backgroundLight, backgroundShift, drawBackground } from '../playfield/index.ts';
import type { Scene } from '../scene.ts';
import { drawAbove, drawBelow } from '../storyboard/index.ts';
import { drawBackdrop } from './cover-image.ts';
import { videoAlpha, videoImage } from './video.ts';

/** Everything behind the play, under one light: the map's picture, its video, and its storyboard up to the Foreground. */
export function drawScenery(list: DisplayList, scene: Scene, t: Millis): void {
  const { story } = scene;
  drawBackdrops(list, scene, t);
  if (story === null) return;
  const before = list.items.length;
  drawBelow(list, story, momentOf(scene, t));
  if (list.items.length === before) return;
  // Nothing else lies beside the storyboard's window: what reaches out of it is covered by what was there before.
  for (const side of story.frame.sides) {
    list.fill(side, { colour: { r: 0, g: 0, b: 0 } });
    drawBackdrops(list, scene, t, side);
  }
}

/** The storyboard's Overlay, above the objects and as bright as the rest of it. */
export function drawOverlay(list: DisplayList, scene: Scene, t: Millis): void {
  if (scene.story !== null) drawAbove(list, scene.story, momentOf(scene, t));
}

function momentOf({ playfield }: Scene, t: Millis) {
  return { t, light: backgroundLight(playfield, t), shift: backgroundShift(playfield, t) };
}

function drawBackdrops(
  list: DisplayList,
  { viewport, story, video, playfield }: Scene,
  t: Millis,
  part?: ScreenRect,
): void {
  const light = backgroundLight(playfield, t);
  const alpha = light > 0 ? videoAlpha(video, t) : 0;
  if (alpha < 1 && !story?.replacesBackground) drawBackground(list, playfield, t, part);
  if (!video || alpha === 0) return;
  const { width, height } = video;
  const shift = backgroundShift(playfield, t);
  drawBackdrop(list, viewport, {
    ...{ image: videoImage, width, height, moves: true, alpha, light },
    ...(part && { part }),
    ...(shift && { shift }),
  });
}
