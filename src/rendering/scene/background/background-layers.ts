import type { Millis } from '../../../game/units.ts';
import type { DisplayList, ScreenRect } from '../display-list/display-list.ts';
import type { Scene } from '../scene.ts';
import { drawLayersBelowObjects, drawOverlayLayer, type StoryboardMoment } from '../storyboard/index.ts';
import { backgroundBrightness, backgroundShift, drawBackgroundImage } from './background.ts';
import { drawCoverImage } from './cover-image.ts';
import { drawMaskingBorder } from './masking-border.ts';
import { fitsWidth, videoAlpha, videoImageName } from './video.ts';

/** Draws all that lies behind the objects: the background image, the video, and the storyboard up to its Foreground layer. */
export function drawBackgroundLayers(list: DisplayList, scene: Scene, t: Millis): void {
  const { drawableStoryboard } = scene;
  drawImage(list, scene, t);
  drawVideo(list, scene, t);
  if (drawableStoryboard === null) return;
  const before = list.items.length;
  drawLayersBelowObjects(list, drawableStoryboard, momentOf(scene, t));
  const { framesBackground, viewport } = drawableStoryboard;
  if (list.items.length === before && !framesBackground) return;
  // Sprites may reach beyond the storyboard's window: cover the sides.
  for (const side of viewport.sides) {
    list.fill(side, { colour: { r: 0, g: 0, b: 0 } });
    if (framesBackground) drawMaskingBorder(list, scene.background, { side, t });
    else drawImage(list, scene, t, side);
    drawVideo(list, scene, t, side);
  }
}

/** Draws the storyboard's Overlay layer, above the objects and with the same dim as the layers below. */
export function drawStoryboardOverlay(list: DisplayList, scene: Scene, t: Millis): void {
  if (scene.drawableStoryboard !== null) drawOverlayLayer(list, scene.drawableStoryboard, momentOf(scene, t));
}

function momentOf({ background }: Scene, t: Millis): StoryboardMoment {
  return { t, brightness: backgroundBrightness(background, t), shift: backgroundShift(background, t) };
}

/** Draws the background image, unless a video or a sprite replaces it. */
function drawImage(list: DisplayList, scene: Scene, t: Millis, area?: ScreenRect): void {
  const { drawableStoryboard, background, video, mods, viewport } = scene;
  const covered = videoAlpha(video, mods.rules, t);
  if (covered === 1 || drawableStoryboard?.replacesBackground) return;
  const window = drawableStoryboard?.framesBackground ? drawableStoryboard.viewport.window : undefined;
  // Beside a video that is too wide for the screen, the image fades out.
  const isTooWide = video && fitsWidth(mods.rules) && video.height * viewport.widthPx < video.width * viewport.heightPx;
  const alpha = isTooWide && covered > 0 ? 1 - covered : undefined;
  drawBackgroundImage(list, background, t, { area, window, alpha });
}

function drawVideo(
  list: DisplayList,
  { viewport, video, background, mods }: Scene,
  t: Millis,
  area?: ScreenRect,
): void {
  const brightness = backgroundBrightness(background, t);
  const alpha = brightness > 0 ? videoAlpha(video, mods.rules, t) : 0;
  if (!video || alpha === 0) return;
  drawCoverImage(list, viewport, {
    image: videoImageName,
    width: video.width,
    height: video.height,
    isVideo: true,
    fitsWidth: fitsWidth(mods.rules),
    alpha,
    brightness,
    area,
    shift: backgroundShift(background, t),
  });
}
