import type { Millis } from '../../../game/units.ts';
import {
  createVideoRenderer,
  type PictureSize,
  type SceneAssets,
  type VideoAssets,
} from '../../../rendering/scene-loader/index.ts';
import { context2d } from './context-2d.ts';
import { createCopyToCanvas } from './copy-to-canvas.ts';

/** Draws small pictures of any time. */
export interface SmallPictures {
  draw(t: Millis): Promise<ImageBitmap>;
}

const longPx = 320;

/**
 * Loads the assets of a scene for small pictures. They have a renderer of their own, so that the frames of the player stay as
 * they are; storyboard and video, whose pictures take most of the memory, are left out.
 */
export async function createSmallPictures([first, ...others]: VideoAssets, size: PictureSize): Promise<SmallPictures> {
  const small = smallSize(size);
  const renderer = await createVideoRenderer([withoutScenery(first), ...others.map(withoutScenery)], small);
  const canvas = new OffscreenCanvas(small.width, small.height);
  const copyToCanvas = createCopyToCanvas(context2d(canvas, { alpha: false, willReadFrequently: true }));
  return {
    async draw(t) {
      await renderer.draw(t);
      copyToCanvas(renderer.compositor);
      // `transferToImageBitmap` would empty the canvas, of which only the changed tiles are painted.
      return createImageBitmap(canvas);
    },
  };
}

function withoutScenery(assets: SceneAssets): SceneAssets {
  return { ...assets, storyboard: null, video: null, exposure: 0 };
}

function smallSize({ width, height }: PictureSize): PictureSize {
  const scale = longPx / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
