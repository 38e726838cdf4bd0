import type { Millis } from '../../../game/units.ts';
import type { DisplayList, ScreenRect } from '../display-list/display-list.ts';
import type { Scene } from '../scene.ts';
import { drawLayersBelowObjects, drawOverlayLayer, type StoryboardMoment } from '../storyboard/index.ts';
import { backgroundBrightness, backgroundShift, drawBackgroundImage } from './background.ts';
import { drawCoverImage } from './cover-image.ts';
import { videoAlpha, videoImageName } from './video.ts';

/** Draws all that lies behind the objects: the background image, the video, and the storyboard up to its Foreground layer. */
export function drawBackgroundLayers(list: DisplayList, scene: Scene, t: Millis): void {
  const { drawableStoryboard } = scene;
  drawImageAndVideo(list, scene, t);
  if (drawableStoryboard === null) return;
  const before = list.items.length;
  drawLayersBelowObjects(list, drawableStoryboard, momentOf(scene, t));
  if (list.items.length === before) return;
  // Sprites may reach beyond the storyboard's window: cover the sides with the image and the video again.
  for (const side of drawableStoryboard.viewport.sides) {
    list.fill(side, { colour: { r: 0, g: 0, b: 0 } });
    drawImageAndVideo(list, scene, t, side);
  }
}

/** Draws the storyboard's Overlay layer, above the objects and with the same dim as the layers below. */
export function drawStoryboardOverlay(list: DisplayList, scene: Scene, t: Millis): void {
  if (scene.drawableStoryboard !== null) drawOverlayLayer(list, scene.drawableStoryboard, momentOf(scene, t));
}

function momentOf({ background }: Scene, t: Millis): StoryboardMoment {
  return { t, brightness: backgroundBrightness(background, t), shift: backgroundShift(background, t) };
}

function drawImageAndVideo(list: DisplayList, scene: Scene, t: Millis, area?: ScreenRect): void {
  const { viewport, drawableStoryboard, video, background } = scene;
  const brightness = backgroundBrightness(background, t);
  const alpha = brightness > 0 ? videoAlpha(video, t) : 0;
  if (alpha < 1 && !drawableStoryboard?.replacesBackground) drawBackgroundImage(list, background, t, area);
  if (!video || alpha === 0) return;
  drawCoverImage(list, viewport, {
    image: videoImageName,
    width: video.width,
    height: video.height,
    isVideo: true,
    alpha,
    brightness,
    area,
    shift: backgroundShift(background, t),
  });
}
