import type { HoverPicture } from '../hover-picture.ts';
import { latestOnly } from '../latest-only.ts';
import type { SceneWorker } from './client.ts';

/** Small pictures that the scene worker draws. */
export function liveHoverPicture(worker: Pick<SceneWorker, 'drawSmall'>): HoverPicture {
  const element = document.createElement('canvas');
  const context = element.getContext('bitmaprenderer');
  return {
    element,
    show: latestOnly(async (t: number) => {
      const picture = await worker.drawSmall(t);
      element.width = picture.width;
      element.height = picture.height;
      context?.transferFromImageBitmap(picture);
    }),
    close() {},
  };
}
